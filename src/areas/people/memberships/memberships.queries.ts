import { conflict, notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { type LockedMembership, membershipParts } from './locked-membership.model.ts'
import { membershipSql } from './memberships.sql.ts'

/** Change a membership by changeMembership, which locks its contact first. */
export const membershipKind: RecordKind<LockedMembership> = {
  entity: 'membership',
  table: 'membership',
  columns: {
    type_id: 'MembershipTypeId',
    is_listed: null,
    holder_sort_name: null,
    holder_type_id: null,
    next_day: null,
  },
  find: (tx, { tenantId, id }) => tx.membership.findFirst({ where: { tenantId, id }, ...membershipParts }),
}

/** Returns one membership. @throws 404. */
export const getMembership = async (scope: Scope, id: number): Promise<VersionedRow> => {
  const [found] = await scope.db.rows<VersionedRow>(membershipSql(scope, id))
  if (!found) throw notFound('membership')
  return found
}

/**
 * Rejects a second membership of a type, unless the first one has ended and does not wait for the payment that
 * reinstates it. Lock the contact first.
 *
 * @param except the membership that is about to be reinstated.
 * @throws 409 already-member.
 */
export const requireNoOtherMembership = async (
  { db }: Scope,
  tx: Models,
  contactId: number,
  typeId: number,
  except = 0,
): Promise<void> => {
  const isOngoing = { droppedOn: null, cancelledOn: null }
  const isReturning = { terms: { some: { activatedAt: null, voidedAt: null } } }
  const where = { tenantId: db.tenantId, contactId, typeId, id: { not: except }, OR: [isOngoing, isReturning] }
  const other = await tx.membership.findFirst({ where, select: { id: true } })
  if (!other) return
  throw conflict(
    'already-member',
    'The contact already has a membership of this type that has not ended or is about to be reinstated.',
    { MembershipId: other.id },
  )
}
