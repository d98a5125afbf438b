import type { MembershipJoinInput, MembershipSaveInput } from '#contract/people/memberships'
import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays, type Day } from '#kernel/time/calendar'
import { dateOf, todayOf } from '#kernel/time/day'
import type { MembershipLevel, MembershipType } from '#prisma/client'
import { type LockedMembership, rulesOf } from './locked-membership.model.ts'
import {
  changeMembership,
  createContext,
  finishChange,
  lockHolder,
  requireOngoing,
} from './membership-change.service.ts'
import { parseMembershipValues, saveMembershipValues } from './membership-row.service.ts'
import { membershipEvents } from './memberships.events.ts'
import { membershipKind, requireNoOtherMembership } from './memberships.queries.ts'
import { planTermFrom } from './terms/terms.model.ts'
import { getTermPlans } from './terms/terms.queries.ts'
import { addTerm } from './terms/terms.service.ts'
import { requireLevelOfContact } from './types/membership-levels.service.ts'

/** The days from today after which a first term cannot begin. */
const MAX_DAYS_AHEAD = 366

/**
 * Creates a membership with a first term and its invoice. If the type needs approval, the invoice is issued with the
 * approval. A term without a price takes effect immediately. A contact has at most one membership of a type that has
 * not ended.
 *
 * @throws 400 StartDate, CustomFields, 404 contact, 409 already-member, 422 unknown-reference, required-field,
 *   type-inactive, wrong-contact-type, level-of-chapters, plan-rule, units-missing.
 */
export const joinMembership = (scope: Scope, input: MembershipJoinInput): Promise<VersionedRow> => {
  const today = todayOf(scope)
  const startsOn = parseStart(input.StartDate, today)
  return scope.db.transaction(async (tx) => {
    const chosen = await findTypeAndLevel(scope, tx, input)
    const { type, level } = chosen
    await lockNewHolder(scope, tx, input.ContactId, type)
    if (level) await requireLevelOfContact(scope, tx, level, input.ContactId)
    await requireNoOtherMembership(scope, tx, input.ContactId, type.id)
    const levelId = level?.id ?? null
    const planId = input.PaymentPlanId ?? null
    if (planId !== null) await getTermPlans().requireOffered(scope, tx, { planId, levelId, today })
    const values = await parseMembershipValues(scope, tx, { id: 0, typeId: type.id, levelId }, input.CustomFields)
    const membership = await createMembership(scope, tx, input, chosen, today)
    const context = createContext(scope, tx, membership)
    await saveMembershipValues(scope, tx, membership.id, values)
    context.addEvent(membershipEvents.joined, { levelId, needsApproval: type.needsApproval }, values.changes)
    await addTerm(context, { kind: 'first', offer: planTermFrom(rulesOf(type, level), startsOn), levelId, planId })
    return finishChange(context, 'created', membership.auditId)
  })
}

/**
 * Changes the fields that staff enters: custom fields in any status, automatic renewal until the membership ends. A
 * field that is left out keeps its value. A save without a change creates no version.
 *
 * @throws 400, 404, 409 stale-audit-id, membership-ended, not-approved or synchronized, 412, 422 unknown-reference or required-field.
 */
export const saveMembership = (
  scope: Scope,
  id: number,
  { AutoRenew, CustomFields }: MembershipSaveInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    const { tx, membership } = context
    const values = await parseMembershipValues(scope, tx, membership, CustomFields)
    const fields = Object.keys(values.changes)
    const renewal = AutoRenew !== undefined && AutoRenew !== membership.autoRenew ? { autoRenew: AutoRenew } : null
    if (renewal) {
      requireOngoing(context)
      fields.unshift('AutoRenew')
      await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data: renewal })
    }
    if (fields.length === 0) return context.skipChange()
    await saveMembershipValues(scope, tx, id, values)
    context.addEvent(membershipEvents.updated, { fields, ...renewal }, values.changes)
  })

/** Sets automatic renewal. @throws 404, 409 membership-ended, not-approved, stale-audit-id, 412. */
export const setAutoRenew = (
  scope: Scope,
  id: number,
  autoRenew: boolean,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  changeMembership(scope, id, expected, async (context) => {
    requireOngoing(context)
    await context.tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id }, data: { autoRenew } })
    context.addEvent(membershipEvents.updated, { autoRenew })
  })

const parseStart = (sent: string | null | undefined, today: Day): Day => {
  const start = sent?.slice(0, 10) || today
  if (start < today) throw badInput('/StartDate', 'must not be in the past')
  if (start > addDays(today, MAX_DAYS_AHEAD)) throw badInput('/StartDate', 'must be within a year from today')
  return start
}

interface TypeAndLevel {
  type: MembershipType
  level: MembershipLevel | null
}

const findTypeAndLevel = async (scope: Scope, tx: Transaction, input: MembershipJoinInput): Promise<TypeAndLevel> => {
  const { tenantId } = scope.db
  const where = { tenantId, id: input.MembershipTypeId }
  const type = await tx.membershipType.findFirst({ where, include: { levels: true } })
  if (!type) throw unknownReference('/MembershipTypeId', 'membership type')
  if (!type.isActive) throw ruleRefused('type-inactive', 'The membership type is not active. Choose an active type.')
  const active = type.levels.filter(({ isActive }) => isActive)
  if (!input.LevelId) {
    if (active.length > 0) throw badInput('/LevelId', 'is required because the type has levels')
    return { type, level: null }
  }
  const level = active.find(({ id }) => id === input.LevelId)
  if (!level) throw unknownReference('/LevelId', 'active level of the type')
  return { type, level }
}

const lockNewHolder = async (scope: Scope, tx: Transaction, contactId: number, type: MembershipType): Promise<void> => {
  const contact = await lockHolder(scope, tx, contactId, type.coversPeople)
  if (!contact || contact.isDeleted) throw unknownReference('/ContactId', 'contact')
  if (type.systemContactTypeId === null || type.systemContactTypeId === contact.systemTypeId) return
  const kind = type.systemContactTypeId === 1 ? 'individuals' : 'organizations'
  throw ruleRefused('wrong-contact-type', `The membership type is only for ${kind}.`)
}

const createMembership = async (
  scope: Scope,
  tx: Transaction,
  input: MembershipJoinInput,
  { type, level }: TypeAndLevel,
  today: Day,
): Promise<LockedMembership> => {
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
      // Not a status: the derived one differs from it, so that the people that the membership covers are refreshed.
      status: '',
    },
  })
  const membership = await membershipKind.find(tx, { tenantId, id }, scope)
  if (!membership) throw notFound('membership')
  return membership
}
