import type { MembershipJoinInput } from '#contract/people/memberships'
import { badInput, conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays, type Day } from '#kernel/time/calendar'
import { dateOf, dayIn } from '#kernel/time/day'
import type { MembershipLevel, MembershipType } from '#prisma/client'
import { contextOf, finishChange, holdContacts } from './change-membership.service.ts'
import { type HeldMembership, rulesOf, wholeMembership } from './held-membership.ts'
import { planMembershipValues, writeMembershipValues } from './membership-values.service.ts'
import { membershipEvents } from './memberships.events.ts'
import type { MembershipText } from './memberships.queries.ts'
import { termFrom } from './model/terms.ts'
import { agreeTerm } from './term-steps.service.ts'

/** How far ahead a first term may begin. */
const MOST_DAYS_AHEAD = 366

/**
 * Makes a contact a member: agrees a first term and invoices it, unless the type asks for approval first. Where nothing
 * is to be paid it takes effect at once. One that a contact holds of a type, and that has not ended, keeps out another.
 *
 * @throws 400 StartDate, CustomFields, 404 contact, 409 already-member, 422 unknown-reference, required-field,
 *   type-inactive, wrong-contact-type.
 */
export const joinMembership = (scope: Scope, input: MembershipJoinInput): Promise<MembershipText> => {
  const today = dayIn(scope.tenant.timeZone, scope.clock.now())
  const startsOn = readStart(input.StartDate, today)
  return scope.db.transaction(async (tx) => {
    const { type, level } = await chosenType(scope, tx, input)
    const contact = await holdContacts(tx, scope.db.tenantId, input.ContactId, type.coversPeople)
    if (!contact || contact.isDeleted) throw unknown('/ContactId', 'names no contact')
    if (type.systemContactTypeId !== null && type.systemContactTypeId !== contact.systemTypeId) {
      const kind = type.systemContactTypeId === 1 ? 'individuals' : 'organizations'
      throw ruleRefused('wrong-contact-type', `This type of membership is for ${kind}.`)
    }
    await refuseSecond(scope, tx, input.ContactId, type.id)
    const values = await planMembershipValues(scope, tx, valued(type, level), input.CustomFields)
    const held = await createMembership(scope, tx, input, { type, level, today })
    const context = contextOf(scope, tx, held)
    await writeMembershipValues(scope, tx, held.id, values)
    const told = { levelId: level?.id ?? null, needsApproval: type.needsApproval }
    context.tell(membershipEvents.joined, told, values.changes)
    const offer = termFrom(rulesOf(type, level), startsOn)
    await agreeTerm(context, { kind: 'first', offer, levelId: level?.id ?? null })
    return finishChange(context, 'created')
  })
}

const valued = (type: MembershipType, level: MembershipLevel | null) => ({
  id: 0,
  typeId: type.id,
  levelId: level?.id ?? null,
})

const readStart = (sent: string | null | undefined, today: Day): Day => {
  const start = sent?.slice(0, 10) || today
  if (start < today) throw badInput('/StartDate', 'must not lie in the past')
  if (start > addDays(today, MOST_DAYS_AHEAD)) throw badInput('/StartDate', 'must lie within a year from today')
  return start
}

interface Chosen {
  type: MembershipType
  level: MembershipLevel | null
}

const chosenType = async (scope: Scope, tx: Transaction, input: MembershipJoinInput): Promise<Chosen> => {
  const { tenantId } = scope.db
  const where = { tenantId, id: input.MembershipTypeId }
  const type = await tx.membershipType.findFirst({ where, include: { levels: true } })
  if (!type) throw unknown('/MembershipTypeId', 'names no membership type')
  if (!type.isActive) throw ruleRefused('type-inactive', 'This type of membership is not offered any more.')
  const offered = type.levels.filter(({ isActive }) => isActive)
  if (!input.LevelId) {
    if (offered.length > 0) throw badInput('/LevelId', 'is needed: the type has levels')
    return { type, level: null }
  }
  const level = offered.find(({ id }) => id === input.LevelId)
  if (!level) throw unknown('/LevelId', 'names no level that the type offers')
  return { type, level }
}

/**
 * Refuses where the contact, whose row is held, has one of the type that goes on, or that has ended and waits for the
 * payment that brings it back: both would go on once that is paid.
 */
export const refuseSecond = async (
  { db }: Scope,
  tx: Transaction,
  contactId: number,
  typeId: number,
  except = 0,
): Promise<void> => {
  const goesOn = { droppedOn: null, cancelledOn: null }
  const comesBack = { terms: { some: { activatedAt: null, voidedAt: null } } }
  const where = { tenantId: db.tenantId, contactId, typeId, id: { not: except }, OR: [goesOn, comesBack] }
  const other = await tx.membership.findFirst({ where, select: { id: true } })
  if (!other) return
  throw conflict('already-member', 'The contact holds one of this type that has not ended, or is about to come back.', {
    MembershipId: other.id,
  })
}

const createMembership = async (
  scope: Scope,
  tx: Transaction,
  input: MembershipJoinInput,
  { type, level, today }: Chosen & { today: Day },
): Promise<HeldMembership> => {
  const { tenantId } = scope.db
  const { id } = await tx.membership.create({
    data: {
      tenantId,
      contactId: input.ContactId,
      typeId: type.id,
      levelId: level?.id ?? null,
      joinedOn: dateOf(today),
      approvedAt: type.needsApproval ? null : scope.clock.now(),
      autoRenew: input.AutoRenew ?? false,
      // Not one of the statuses: whatever is derived differs from it, so that covered people follow.
      status: '',
    },
  })
  const held = await tx.membership.findFirst({ where: { tenantId, id }, ...wholeMembership })
  if (!held) throw notFound('membership')
  return held
}

const unknown = (pointer: string, message: string) =>
  ruleRefused('unknown-reference', 'The request refers to records that do not exist.', [{ pointer, message }])
