import { type LockedContact, lockContacts } from '#areas/people/contacts/records/records.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { Prisma } from '#prisma/client'
import { hasEnded, type LockedMembership } from './locked-membership.model.ts'
import { listPeopleIds, refreshMemberships } from './membership-row.service.ts'
import type { MembershipEvent } from './memberships.events.ts'
import { membershipKind } from './memberships.queries.ts'
import { membershipSql } from './memberships.sql.ts'

interface ChangeEvent {
  kind: MembershipEvent
  payload: Prisma.InputJsonObject
  /** For the history only. */
  changes: Prisma.InputJsonObject
}

/** The context of the work of a change. */
export interface ChangeContext {
  scope: Scope
  tx: Transaction
  membership: LockedMembership
  /** The current day in the tenant's time zone. */
  today: string
  /** Adds an event to those of this change. The first one names the step in the history. */
  addEvent(kind: MembershipEvent, payload?: Prisma.InputJsonObject, changes?: Prisma.InputJsonObject): void
  /** Declares that nothing changed: no new version, no history, no event. */
  skipChange(): void
}

interface CollectingContext extends ChangeContext {
  events: ChangeEvent[]
  isSkipped: boolean
}

/**
 * Changes a membership; every change of one goes through here. In one transaction: locks the contact and then the
 * membership, checks the version, runs `work`, raises the version, derives status, dates and balance for the membership,
 * its contact and the people that it covers, and records history and events.
 *
 * @throws 404, 409 stale-audit-id, 412; and what `work` throws.
 */
export const changeMembership = (
  scope: Scope,
  id: number,
  expected: ExpectedVersion,
  work: (context: ChangeContext) => Promise<void>,
): Promise<VersionedRow> => scope.db.transaction((tx) => changeMembershipIn(scope, tx, id, expected, work))

/** Changes a membership like changeMembership, as part of a larger change. */
export const changeMembershipIn = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
  work: (context: ChangeContext) => Promise<void>,
): Promise<VersionedRow> => {
  const membership = await lockMembership(scope, tx, id)
  // The contract leaves it to the caller whether a step states the version.
  requireVersion(membership.auditId, { ...expected, isRequired: false })
  const context = createContext(scope, tx, membership)
  await work(context)
  if (context.isSkipped) return readChanged(scope, tx, id)
  await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data: NEXT_VERSION })
  return finishChange(context, 'updated', membership.auditId + 1)
}

/** Creates a context that collects events; finishChange records them. */
export const createContext = (scope: Scope, tx: Transaction, membership: LockedMembership): CollectingContext => {
  const events: ChangeEvent[] = []
  const today = todayOf(scope)
  const context: CollectingContext = {
    scope,
    tx,
    membership,
    today,
    events,
    isSkipped: false,
    addEvent: (kind, payload = {}, changes = {}) => void events.push({ kind, payload, changes }),
    skipChange: () => {
      context.isSkipped = true
    },
  }
  return context
}

/** Derives what depends on the change, and records it under the membership's new version. */
export const finishChange = async (
  { scope, tx, membership, events }: CollectingContext,
  action: 'created' | 'updated',
  auditId: number,
): Promise<VersionedRow> => {
  const { id, contactId, typeId } = membership
  await refreshMemberships(scope, tx, [id])
  for (const [at, event] of (events.length > 0 ? events : [undefined]).entries()) {
    const details = {
      changes: { step: event?.kind ?? 'changed', ...event?.payload, ...event?.changes },
      payload: { membershipId: id, contactId, membershipTypeId: typeId, ...event?.payload },
      eventKind: event?.kind ?? null,
    }
    await recordChange(scope, tx, changeOf(membershipKind, { id, auditId }, at === 0 ? action : 'updated', details))
  }
  return readChanged(scope, tx, id)
}

const readChanged = async (scope: Scope, tx: Transaction, id: number): Promise<VersionedRow> => {
  const [text] = await tx.rows<VersionedRow>(membershipSql(scope, id))
  if (!text) throw notFound('membership')
  return text
}

/**
 * Locks contacts before the membership, as every other change does, so that two changes cannot block each other. A
 * caller that can see the membership but not lock it gets 404. The membership of a deleted contact does not exist until the
 * contact is restored.
 */
const lockMembership = async (scope: Scope, tx: Transaction, id: number): Promise<LockedMembership> => {
  const where = { tenantId: scope.db.tenantId, id }
  const found = await tx.membership.findFirst({ where, include: { type: { select: { coversPeople: true } } } })
  if (!found) throw notFound('membership')
  const holder = await lockHolder(scope, tx, found.contactId, found.type.coversPeople)
  if (holder?.isDeleted) throw notFound('membership')
  const membership = await lockRecord(scope, tx, membershipKind, id, undefined, 'no key update')
  if (membership.contactId === found.contactId) return membership
  throw conflict('merged', 'The contact was merged into another one during the request. Retry the request.')
}

/**
 * Locks the contact of a membership and, with `withPeople`, the people with a role at this organization. Returns the
 * contact, undefined if it does not exist.
 */
export const lockHolder = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  contactId: number,
  withPeople: boolean,
): Promise<LockedContact | undefined> => {
  const people = withPeople ? await listPeopleIds(tx, tenantId, [contactId]) : []
  const locked = await lockContacts(tx, { db: { tenantId } }, [contactId, ...people])
  return locked.find(({ id }) => id === contactId)
}

/** Rejects a step that only an approved membership that has not ended allows. @throws 409 membership-ended, not-approved. */
export const requireOngoing = ({ membership }: ChangeContext): void => {
  if (hasEnded(membership)) throw conflict('membership-ended', 'The membership has ended. Reinstate it first.')
  if (!membership.approvedAt) throw conflict('not-approved', 'The membership is not approved yet. Approve it first.')
}
