import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, todayOf } from '#kernel/time/day'
import type { Membership, MembershipTerm } from '#prisma/client'
import { createContext, finishChange, lockHolder } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import { membershipKind } from '../memberships.queries.ts'
import { type InactiveTargets, lockTargets } from './inactive-targets.queries.ts'

/** The facts of a membership of another tenant. Days are YYYY-MM-DD. */
export interface SynchronizedMembership {
  typeId: number
  /** Null: the first active level of the type. */
  levelId: number | null
  joinedOn: string
  suspendedOn: string | null
  cancelledOn: string | null
  droppedOn: string | null
  startsOn: string
  endsOn: string
}

/**
 * Makes the memberships that a connection has given a contact equal to those of the source. Others end: the source no
 * longer has them, because it has merged the contact, or the mapping no longer names them. A type of which the contact
 * already has a membership of this tenant is left out. A type or level that is not active gets no new membership and starts
 * no ended one again; memberships that have not ended follow the source. The caller has locked the contact, and its transaction
 * applies a message of the connection.
 *
 * @returns what was left out because it is not active.
 */
export const saveSynchronizedMemberships = async (
  scope: Scope,
  tx: Transaction,
  { connectionId, contactId }: { connectionId: number; contactId: number },
  wanted: readonly SynchronizedMembership[],
): Promise<InactiveTargets> => {
  const { tenantId } = scope.db
  await lockHolder(scope, tx, contactId, true)
  const inactive = await lockTargets(scope, tx, wanted)
  const own = await tx.membership.findMany({
    where: { tenantId, contactId, sourceConnectionId: connectionId },
    orderBy: { id: 'desc' },
  })
  for (const one of own) if (!wanted.some(({ typeId }) => typeId === one.typeId)) await endMembership(scope, tx, one)
  const leftOut: SynchronizedMembership[] = []
  for (const one of wanted) {
    const current = own.find(({ typeId }) => typeId === one.typeId)
    if (!(await saveOne(scope, tx, { connectionId, contactId, current, inactive }, one))) leftOut.push(one)
  }
  return {
    typeIds: inactive.typeIds.filter((id) => leftOut.some(({ typeId }) => typeId === id)),
    levelIds: inactive.levelIds.filter((id) => leftOut.some(({ levelId }) => levelId === id)),
  }
}

interface Target {
  connectionId: number
  contactId: number
  /** The membership of the connection that the contact has. */
  current: Membership | undefined
  inactive: InactiveTargets
}

/** Creates or changes one membership. Returns whether it is as wanted: not if its type or level is not active. */
const saveOne = async (
  scope: Scope,
  tx: Transaction,
  { current, inactive, ...holder }: Target,
  one: SynchronizedMembership,
): Promise<boolean> => {
  const isOfInactiveLevel = one.levelId !== null && inactive.levelIds.includes(one.levelId)
  if (isNew(one, current) && (isOfInactiveLevel || inactive.typeIds.includes(one.typeId))) return false
  if (!current) {
    if (!(await hasOwn(scope, tx, holder.contactId, one.typeId))) await createMembership(scope, tx, holder, one)
    return true
  }
  const keepsLevel = isOfInactiveLevel && current.levelId !== one.levelId
  await updateMembership(scope, tx, current, keepsLevel ? { ...one, levelId: current.levelId } : one)
  return !keepsLevel
}

type End = { cancelledOn: unknown; droppedOn: unknown }
const hasEnded = ({ cancelledOn, droppedOn }: End): boolean => cancelledOn !== null || droppedOn !== null

/** Returns whether the contact would get a membership that it does not have, or no longer has. */
const isNew = (wanted: SynchronizedMembership, current: Membership | undefined): boolean =>
  !current || (hasEnded(current) && !hasEnded(wanted))

const hasOwn = async ({ db }: Scope, tx: Transaction, contactId: number, typeId: number): Promise<boolean> => {
  const where = { tenantId: db.tenantId, contactId, typeId, cancelledOn: null, droppedOn: null }
  return (await tx.membership.count({ where })) > 0
}

const dateOrNull = (day: string | null): Date | null => (day === null ? null : dateOf(day))

const dataOf = (one: SynchronizedMembership) => ({
  joinedOn: dateOf(one.joinedOn),
  suspendedOn: dateOrNull(one.suspendedOn),
  cancelledOn: dateOrNull(one.cancelledOn),
  droppedOn: dateOrNull(one.droppedOn),
  // The reason of an end in this tenant, before the membership followed the source; the source states none.
  endReason: null,
})

const termOf = (one: SynchronizedMembership, levelId: number | null) => ({
  levelId,
  startsOn: dateOf(one.startsOn),
  endsOn: dateOf(one.endsOn < one.startsOn ? one.startsOn : one.endsOn),
  // An end in this tenant, before the membership followed the source, does not cut the term of the source.
  endedOn: null,
})

const findLevelId = async (
  { db }: Scope,
  tx: Transaction,
  { typeId, levelId }: SynchronizedMembership,
): Promise<number | null> => {
  if (levelId !== null) return levelId
  const where = { tenantId: db.tenantId, typeId, isActive: true }
  const level = await tx.membershipLevel.findFirst({ where, orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }] })
  return level?.id ?? null
}

const createMembership = async (
  scope: Scope,
  tx: Transaction,
  { connectionId, contactId }: { connectionId: number; contactId: number },
  one: SynchronizedMembership,
): Promise<void> => {
  const { tenantId } = scope.db
  const { typeId } = one
  const levelId = await findLevelId(scope, tx, one)
  const now = scope.clock.now()
  const { id } = await tx.membership.create({
    data: {
      tenantId,
      contactId,
      typeId,
      levelId,
      approvedAt: now,
      sourceConnectionId: connectionId,
      ...dataOf(one),
      // Not a status: see createMembership of the area.
      status: '',
    },
  })
  await tx.membershipTerm.create({
    data: {
      tenantId,
      membershipId: id,
      kind: 'first',
      months: 0,
      amount: 0,
      activatedAt: now,
      ...termOf(one, levelId),
    },
  })
  const membership = await membershipKind.find(tx, { tenantId, id }, scope)
  if (!membership) return
  const context = createContext(scope, tx, membership)
  context.addEvent(membershipEvents.joined, { levelId, connectionId })
  await finishChange(context, 'created', membership.auditId)
}

const updateMembership = async (
  scope: Scope,
  tx: Transaction,
  current: Membership,
  one: SynchronizedMembership,
): Promise<void> => {
  const { tenantId } = scope.db
  const { id } = current
  const membership = await membershipKind.find(tx, { tenantId, id }, scope)
  if (!membership) return
  const levelId = await findLevelId(scope, tx, one)
  const data = dataOf(one)
  const term = termOf(one, levelId)
  const [stored] = membership.terms
  const before = [factsOf(membership), stored && { ...termFacts(stored) }]
  if (JSON.stringify(before) === JSON.stringify([data, term])) return
  const { auditId } = await tx.membership.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, auditId: { increment: 1 } },
  })
  if (stored) await tx.membershipTerm.updateMany({ where: { tenantId, id: stored.id }, data: term })
  const reread = await membershipKind.find(tx, { tenantId, id }, scope)
  if (!reread) return
  const context = createContext(scope, tx, reread)
  context.addEvent(membershipEvents.updated, { levelId, connectionId: current.sourceConnectionId })
  await finishChange(context, 'updated', auditId)
}

/** Cancels a membership that has not ended. It stays the one of the connection, which can renew it. */
const endMembership = async (scope: Scope, tx: Transaction, ended: Membership): Promise<void> => {
  if (ended.cancelledOn || ended.droppedOn) return
  const { tenantId } = scope.db
  const { id } = ended
  const today = todayOf(scope)
  const { auditId } = await tx.membership.update({
    where: { tenantId_id: { tenantId, id } },
    data: { cancelledOn: dateOf(today), auditId: { increment: 1 } },
  })
  const reread = await membershipKind.find(tx, { tenantId, id }, scope)
  if (!reread) return
  const context = createContext(scope, tx, reread)
  context.addEvent(membershipEvents.cancelled, { reason: null, connectionId: ended.sourceConnectionId })
  await finishChange(context, 'updated', auditId)
}

const factsOf = ({ joinedOn, suspendedOn, cancelledOn, droppedOn, endReason }: Membership) => ({
  joinedOn,
  suspendedOn,
  cancelledOn,
  droppedOn,
  endReason,
})

type TermFacts = Pick<MembershipTerm, 'levelId' | 'startsOn' | 'endsOn' | 'endedOn'>
const termFacts = ({ levelId, startsOn, endsOn, endedOn }: TermFacts) => ({ levelId, startsOn, endsOn, endedOn })
