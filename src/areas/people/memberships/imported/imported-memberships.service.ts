import type { SqlRunner } from '#kernel/database/sql-runner'
import { changeOf, recordChanges } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { refreshMemberships } from '../membership-row.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import { membershipKind } from '../memberships.queries.ts'
import {
  type ImportedMembership,
  type ImportedState,
  planMembership,
  type StatedMembership,
  type TypeWithLevels,
} from './imported-memberships.model.ts'
import {
  type CreatedMembership,
  createMembershipsSql,
  type NewMembership,
  ongoingSql,
} from './imported-memberships.sql.ts'

export type { ImportedMembership, ImportedState, StatedMembership, TypeWithLevels }
export { planMembership }

/** Lists the types that are active, with their levels, for the names of a file. */
export const listImportedTypes = ({ db }: Pick<Scope, 'db'>): Promise<TypeWithLevels[]> =>
  db.prisma.membershipType.findMany({
    where: { tenantId: db.tenantId, isActive: true },
    include: { levels: { where: { isActive: true } } },
    orderBy: { id: 'asc' },
  })

export interface OngoingMembership {
  contactId: number
  typeId: number
  endsOn: Day | null
}

/** Finds the memberships of contacts that have not ended. */
export const findOngoing = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  contactIds: readonly number[],
): Promise<OngoingMembership[]> =>
  contactIds.length === 0 ? [] : tx.rows<OngoingMembership>(ongoingSql(db.tenantId, contactIds))

/**
 * Creates memberships with the dates of another system, in a few statements for any number of them. Their terms count as
 * paid: nothing is invoiced. Status, benefits, covered people and contacts follow by the rules of every membership. The
 * caller has locked the contacts, and no contact has an ongoing membership of the same type.
 */
export const createImportedMemberships = async (
  scope: Scope,
  tx: SqlRunner,
  memberships: readonly NewMembership[],
): Promise<void> => {
  if (memberships.length === 0) return
  const { db, clock } = scope
  const created = await tx.rows<CreatedMembership>(createMembershipsSql(db.tenantId, memberships, clock.now()))
  await refreshMemberships(
    scope,
    tx,
    created.map(({ id }) => id),
  )
  const changes = created.map(({ id, contactId, typeId, levelId }) => {
    const facts = { levelId, isImported: true }
    return changeOf(membershipKind, { id, auditId: 1 }, 'created', {
      changes: { step: membershipEvents.joined, ...facts },
      payload: { membershipId: id, contactId, membershipTypeId: typeId, ...facts },
      eventKind: membershipEvents.joined,
    })
  })
  await recordChanges(scope, tx, changes)
}
