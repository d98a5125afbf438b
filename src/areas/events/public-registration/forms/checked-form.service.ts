import type { PaidVoucher } from '#areas/commerce/buying/vouchers/vouchers.service'
import { findQuestions, type Questions } from '#areas/events/events/questions/questions.queries'
import { countTaken } from '#areas/events/events/seats/availability.queries'
import { findInvitationByCode, isPermitted, isUsedElsewhere } from '#areas/events/invitations/invitations.queries'
import { isReferralSource, referralSourceOf } from '#areas/events/referral-sources/referral-sources.queries'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { EventInvitation } from '#prisma/client'
import { findPayerBenefits } from '../benefits/payer-benefits.queries.ts'
import { type EventVisit, type OpenEvent, readOpenEvent } from '../event-visit.queries.ts'
import {
  type Entitlements,
  findEntitlements,
  findKnownPayer,
  findPayerFaults,
  invitedPayer,
} from '../prices/entitlements.queries.ts'
import { draftLines, isMemberPriced } from '../prices/prices.model.ts'
import { type PricedLine, priceLines, priceVouchers } from '../prices/pricing.service.ts'
import { type FormValues, parseFormValues } from '../questions/form-values.model.ts'
import { type FormFault, fault } from '../refusals.model.ts'
import {
  type GivenBack,
  type KeptPosition,
  limitQuantities,
  type SeatedAttendee,
  seatAttendees,
  withoutGivenBack,
} from '../seating.model.ts'
import { type Choices, type ChosenAttendee, chooseParts, limitPerOrder, type OrderedBefore } from './choices.model.ts'
import type { FormAttendee, RegistrationForm } from './form.input.ts'
import { CLOSED, faultsOfPeople, findClosedReason } from './people-rules.model.ts'

const CODE = '/InvitationCode'

/** Finds the invitation of a form: that of its code, else that of the cart. Adds the fault of a code that is not valid. */
const findFormInvitation = async (
  { scope, eventId }: EventVisit,
  tx: Transaction,
  { body }: RegistrationForm,
  orderId: number,
  faults: FormFault[],
): Promise<EventInvitation | null> => {
  const { tenantId } = scope.db
  if (body.InvitationCode) {
    const found = await findInvitationByCode(scope, tx, eventId, body.InvitationCode)
    if (!found) faults.push(fault(CODE, 'unknown', 'This invitation is not valid.'))
    return found
  }
  if (orderId === 0) return null
  const orders = { some: { id: orderId } }
  return tx.eventInvitation.findFirst({ where: { tenantId, eventId, orders, contact: { deletedAt: null } } })
}

/**
 * Returns the faults of attendees that register for a type for invited people: each invitation is for one person. Staff register
 * anybody. An attendee that a table, a sponsorship or a booth includes needs no invitation.
 */
const faultsOfInvitation = async (
  { scope, isStaff }: EventVisit,
  tx: Transaction,
  attendees: readonly ChosenAttendee[],
  invitation: EventInvitation | null,
  orderId: number,
): Promise<FormFault[]> => {
  const invited = isStaff ? [] : attendees.filter(({ type, isIncluded }) => type.isForInvited && !isIncluded)
  if (invited.length === 0) return []
  const at = (attendee: ChosenAttendee) => `${attendee.pointer}/EventRegistrationTypeId`
  const refused = invited.filter(({ type }) => !isPermitted(type, invitation))
  const permitted = invited.filter(({ type }) => isPermitted(type, invitation))
  const isUsed = invitation !== null && permitted.length > 0 && (await isUsedElsewhere(scope, tx, invitation, orderId))
  return [
    ...refused.map((attendee) => fault(at(attendee), 'notEntitled', `${attendee.type.name} is for invited people.`)),
    ...permitted
      .slice(isUsed ? 0 : 1)
      .map((attendee) => fault(at(attendee), 'tooMany', 'An invitation is for one person.')),
  ]
}

/** A form with everything that is wrong with it, and its prices. */
export interface CheckedForm {
  event: OpenEvent
  faults: FormFault[]
  choices: Omit<Choices, 'attendees'> & { attendees: SeatedAttendee[] }
  questions: Questions
  values: FormValues
  lines: PricedLine[]
  /** The vouchers of the form, and what they pay. */
  vouchers: PaidVoucher[]
  /** What tickets that are given back pay, in cents; nothing unless an order is changed. */
  exchangedCents?: number
  /** The contact that a credential identifies as the payer. */
  knownPayerId: number | null
  /** The contact that is proven to pay: its benefits reduce the prices. */
  provenPayerId: number | null
  /** That of the code, else that of the cart. */
  invitation: EventInvitation | null
}

export interface CheckOptions {
  /** False while prices are only asked for. */
  isPayerNeeded: boolean
  /** The cart that the form replaces or submits, whose own seats are not counted. */
  exceptOrderId?: number
  /** Returns the position that an attendee already has in that cart; null for a new one. */
  positionOf?: (attendee: FormAttendee) => KeptPosition | null
  /** Whether the cart was reserved before, so that it can be paid after registration has closed. */
  isReserved?: boolean
  /** Whether the benefits are reserved for the cart in this transaction. */
  isReserving?: boolean
  /** The tickets that the form gives back: their seats are free for it, and it never waits for one. */
  givenBack?: readonly GivenBack[]
  /** What the orders have that the form adds to, for the limits per order. */
  ordered?: OrderedBefore
}

/**
 * Checks a form and calculates its prices: the one calculation of all public operations, so that their amounts agree.
 *
 * @throws RegistrationRefusal 404; 422 books-rule if a saleable item cannot be sold.
 */
export const checkForm = async (
  visit: EventVisit,
  tx: Transaction,
  form: RegistrationForm,
  options: CheckOptions,
): Promise<CheckedForm> => {
  const { isPayerNeeded, exceptOrderId = 0, positionOf, isReserved = false, isReserving = false, givenBack } = options
  const { scope, eventId } = visit
  const event = await readOpenEvent(visit, tx)
  const now = scope.clock.now()
  // Early prices and discounts end at midnight where the event is; documents have the day of the tenant.
  const day = dayIn(event.timeZone, now)
  const today = dayIn(scope.tenant.timeZone, now)
  const faults = [
    ...faultsOfForm(visit, event, form, { now, isReserved }),
    ...faultsOfPeople(form, isPayerNeeded),
    ...(await findPayerFaults(visit, tx, form)),
    ...(await faultsOfReferral(tx, scope.db.tenantId, form)),
  ]
  const invitation = await findFormInvitation(visit, tx, form, exceptOrderId, faults)
  const choices = chooseParts(form, event.parts, day, faults)
  limitPerOrder(choices, options.ordered ?? new Map(), faults)
  const counted = await countTaken(tx, { tenantId: scope.db.tenantId, eventId, now, exceptOrderId })
  const taken = givenBack ? withoutGivenBack(counted, givenBack) : counted
  const capacity = givenBack ? { ...event, hasWaitingList: false } : event
  const attendees = seatAttendees(capacity, choices.attendees, taken, faults, positionOf)
  limitQuantities(choices, attendees, taken, faults)
  const questions = await findQuestions(tx, event)
  const values = parseFormValues(questions, form, attendees, faults)
  const entitlements = await findEntitlements(visit, tx, event, form, invitation)
  faults.push(...notEntitled(attendees, entitlements))
  if (attendees.some(({ type }) => type.isForInvited))
    faults.push(...(await faultsOfInvitation(visit, tx, attendees, invitation, exceptOrderId)))
  const priced = { ...choices, attendees: attendees.filter(({ isWaiting }) => !isWaiting) }
  const knownPayerId = await findKnownPayer(visit, tx, form)
  const provenPayerId = knownPayerId ?? invitedPayer(event, invitation)
  const types = priced.attendees.map(({ type }) => type)
  const ofCart = { orderId: exceptOrderId, isReserving }
  // A stranger has no benefits.
  const benefits =
    provenPayerId === null
      ? new Map()
      : await findPayerBenefits(scope, tx, { payerId: provenPayerId, types, ...ofCart })
  const drafts = draftLines(priced, { entitlements, benefits, today: day })
  const lines = await priceLines(scope, tx, event, drafts, { billing: form.billing, payerId: knownPayerId, today })
  const codes = form.billing?.Vouchers ?? []
  const vouchers =
    codes.length === 0 ? [] : await priceVouchers(scope, tx, form, { orderId: exceptOrderId, lines }, faults)
  const found = { event, faults, questions, values, lines, vouchers, knownPayerId, provenPayerId, invitation }
  return { ...found, choices: { ...choices, attendees } }
}

const faultsOfForm = (
  { isStaff, eventId }: EventVisit,
  event: OpenEvent,
  { body, attendees, sponsorships, exhibitors, items, donations, ...form }: RegistrationForm,
  { now, isReserved }: { now: Date; isReserved: boolean },
): FormFault[] => {
  const closed = findClosedReason(event, now)
  const isEmpty = [attendees, sponsorships, exhibitors, items, donations].every((list) => list.length === 0)
  const isOther = Boolean(body.EventId) && body.EventId !== eventId
  return [
    // Staff register people before and after the public can.
    ...(closed && !((isStaff || isReserved) && closed !== 'Cancelled') ? [fault('', 'closed', CLOSED[closed])] : []),
    ...(isOther ? [fault('/EventId', 'unknown', 'This is the form of another event.')] : []),
    ...(isEmpty && !form.isFirstStep ? [fault(form.attendeesPointer, 'required', 'Choose what to register for.')] : []),
  ]
}

const faultsOfReferral = async (
  tx: Transaction,
  tenantId: number,
  { body }: RegistrationForm,
): Promise<FormFault[]> => {
  const id = referralSourceOf(body)
  if (id === null || (await isReferralSource(tx, tenantId, id))) return []
  return [fault('/WebReferralSourceTypeId', 'unknown', 'The event does not offer this.')]
}

const notEntitled = (attendees: readonly SeatedAttendee[], entitlements: Entitlements): FormFault[] =>
  attendees
    .filter((attendee) => attendee.type.isForMembers && !isMemberPriced(attendee, entitlements))
    .map(({ pointer, type }) =>
      fault(`${pointer}/EventRegistrationTypeId`, 'notEntitled', `${type.name} is for members.`),
    )
