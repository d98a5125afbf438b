import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict, notFound, staleAuditId } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { Prisma } from '#prisma/client'
import { type HeldMembership, wholeMembership } from './held-membership.ts'
import type { MembershipEvent } from './memberships.events.ts'
import { type MembershipText, membershipSql } from './memberships.queries.ts'
import { peopleOf, refreshMemberships } from './refresh-memberships.service.ts'

/** What a step told: the events of what took effect, first the one that the history is written under. */
export interface Told {
  kind: MembershipEvent
  payload?: Prisma.InputJsonObject
  /** For the history alone. */
  changes?: Prisma.InputJsonObject
}

/** What a change of a membership works with. */
export interface ChangeContext {
  scope: Scope
  tx: Transaction
  held: HeldMembership
  /** The tenant's day. */
  today: string
  /** Adds an event to those of this change. */
  tell(kind: MembershipEvent, payload?: Prisma.InputJsonObject, changes?: Prisma.InputJsonObject): void
  /** Says that everything stays: no new version, no history. */
  leave(): void
}

/** Raw statements of a Prisma transaction. */
export const runnerOf = (tx: Transaction): SqlRunner => ({ rows: (query) => tx.$queryRaw(query) })

/**
 * The one way in which a membership is changed: holds its holder and then the membership, checks the version where one
 * is named, lets `work` do the change, raises the version by one, derives status, dates and balance anew for the
 * membership, its holder and the people it covers, and writes history and events, all in one transaction.
 *
 * @throws 404, 409 stale-audit-id, 412; and what `work` throws.
 */
export const changeMembership = (
  scope: Scope,
  id: number,
  expected: ExpectedVersion,
  work: (context: ChangeContext) => Promise<void>,
): Promise<MembershipText> =>
  scope.db.transaction(async (tx) => {
    const held = await holdMembership(scope, tx, id)
    assertVersion(held.auditId, expected)
    if (expected.auditId !== null && expected.auditId !== held.auditId) throw staleAuditId(held.auditId)
    const context = contextOf(scope, tx, held)
    await work(context)
    if (context.isLeft) return answerOf(scope, tx, id)
    return finishChange(context, 'updated')
  })

/** A context that collects events; finishChange writes them. */
export const contextOf = (scope: Scope, tx: Transaction, held: HeldMembership): CollectingContext => {
  const told: Told[] = []
  const today = dayIn(scope.tenant.timeZone, scope.clock.now())
  const context: CollectingContext = {
    ...{ scope, tx, held, today, told, isLeft: false },
    tell: (kind, payload = {}, changes = {}) => void told.push({ kind, payload, changes }),
    leave: () => {
      context.isLeft = true
    },
  }
  return context
}

interface CollectingContext extends ChangeContext {
  told: Told[]
  isLeft: boolean
}

/** Raises the version (a new membership keeps its first), derives what follows from the change, and records it. */
export const finishChange = async (
  { scope, tx, held, told }: CollectingContext,
  action: 'created' | 'updated',
): Promise<MembershipText> => {
  const { tenantId } = scope.db
  const auditId = action === 'created' ? held.auditId : held.auditId + 1
  await tx.membership.updateMany({ where: { tenantId, id: held.id }, data: { auditId } })
  await refreshMemberships(tx, scope, [held.id])
  const { id: entityId, contactId, typeId } = held
  const events = told.length > 0 ? told : [undefined]
  for (const [at, event] of events.entries()) {
    const payload = { membershipId: entityId, contactId, membershipTypeId: typeId, ...event?.payload }
    await recordChange(scope, tx, {
      entity: 'membership',
      entityId,
      auditId,
      action: at === 0 ? action : 'updated',
      changes: { step: event?.kind ?? 'changed', ...event?.payload, ...event?.changes },
      ...(event && { event: { kind: event.kind, payload } }),
    })
  }
  return answerOf(scope, tx, entityId)
}

const answerOf = async (scope: Scope, tx: Transaction, id: number): Promise<MembershipText> => {
  const [answer] = await tx.$queryRaw<MembershipText[]>(membershipSql(scope, id))
  if (!answer) throw notFound('membership')
  return answer
}

/** The membership as it stands. Contacts are held first, as everywhere, so that two changes cannot block each other. */
const holdMembership = async (scope: Scope, tx: Transaction, id: number): Promise<HeldMembership> => {
  const { tenantId } = scope.db
  const where = { tenantId, id }
  const found = await tx.membership.findFirst({ where, include: { type: { select: { coversPeople: true } } } })
  if (!found) throw notFound('membership')
  await holdContacts(tx, tenantId, found.contactId, found.type.coversPeople)
  const locked = await tx.$queryRaw<object[]>`
    select 1 from membership where tenant_id = ${tenantId} and id = ${id} for no key update`
  // Who may see it may not always hold it: then it is as if it were not there.
  if (locked.length === 0) throw notFound('membership')
  const held = await tx.membership.findFirst({ where, ...wholeMembership })
  if (!held) throw notFound('membership')
  if (held.contactId !== found.contactId) throw conflict('merged', 'The contact was merged just now; try again.')
  return held
}

/** Holds a contact and, where its membership covers them, the people with a role there. */
export const holdContacts = async (tx: Transaction, tenantId: number, contactId: number, withPeople: boolean) => {
  const people = withPeople ? await peopleOf(tx, tenantId, [contactId]) : []
  const locked = await lockContacts(tx, { db: { tenantId } }, [contactId, ...people])
  return locked.find(({ id }) => id === contactId)
}
