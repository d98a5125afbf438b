import { enqueueExpiry } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { referralSourceOf } from '#areas/events/referral-sources/referral-sources.queries'
import { ON_WAITING_LIST } from '#areas/events/registrations/registration-statuses.listing'
import { enqueueOffers } from '#areas/events/waiting-list/offers.service'
import { abandonOpenAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { fromCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration, Prisma } from '#prisma/client'
import { inTurnOfEvent } from '../event-turns.service.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import { type CheckedForm, checkForm } from '../forms/checked-form.service.ts'
import type { FormAttendee, RegistrationForm } from '../forms/form.input.ts'
import { reserveFormVouchers } from '../prices/pricing.service.ts'
import { type PricedForm, totalCentsOf } from '../prices/totals.model.ts'
import { type FormFault, fault, formRefused, RegistrationRefusal } from '../refusals.model.ts'
import type { KeptPosition } from '../seating.model.ts'
import { reservedUntil } from './cart-expiry.service.ts'
import { hashOfKey, newCartKey } from './cart-keys.model.ts'
import { writeCartRows } from './cart-rows.service.ts'
import { type FullCart, findCart } from './carts.queries.ts'
import { requireRoomForVisitor, visitorHashOf } from './visitor-limits.service.ts'

/** A cart as it was saved. */
export interface CartResult extends PricedForm {
  key: string
  eventId: number
  heldUntil: Date
  registrations: EventRegistration[]
}

/**
 * Saves a form as a cart, which reserves its seats for 15 minutes, and no longer than an hour after it was created. With the
 * key of a cart, that one is replaced by the form. The event is locked, so that no two carts get the same seat.
 *
 * @throws RegistrationRefusal 404; 409 if the only faults are that something is sold out; 422. 429 for too many of an address.
 */
export const saveCart = (visit: EventVisit, form: RegistrationForm): Promise<CartResult> =>
  inTurnOfEvent(visit, () => visit.scope.db.transaction((tx) => writeCart(visit, tx, form)))

const writeCart = async (visit: EventVisit, tx: Transaction, form: RegistrationForm): Promise<CartResult> => {
  const { scope, eventId } = visit
  await lockRows(scope, tx, { table: 'event' }, [eventId], 'no key update')
  const current = form.cartKey === null ? null : await findCart(scope, tx, eventId, form.cartKey)
  if (current?.isOffer) requireOffered(current, form)
  const checked = await checkCart(visit, tx, form, current)
  const heldUntil = (current?.isOffer && current.heldUntil) || reservedUntil(scope, current?.createdAt)
  const key = form.cartKey ?? newCartKey()
  const total = fromCents(totalCentsOf(checked))
  const data = {
    heldUntil,
    form: storedForm(form),
    total,
    referralSourceId: referralSourceOf(form.body),
    invitationId: checked.invitation?.id ?? null,
    visitorHash: visitorHashOf(visit, current),
  }
  if (current) await abandonOpenAttempt(scope, tx, { eventOrderId: current.id })
  const orderId = await saveOrder(scope, tx, { id: current?.id ?? 0, eventId, key, data })
  const saved = { orderId, eventId, heldUntil, known: knownOf(current), isOffer: current?.isOffer ?? false }
  const registrations = await writeCartRows(scope, tx, saved, form, checked)
  await reserveFormVouchers(scope, tx, orderId, checked.vouchers)
  await enqueueExpiry(scope, tx, orderId, heldUntil)
  // A cart that is changed can release seats.
  if (current) await enqueueOffers(scope, tx, eventId)
  return { key, eventId, heldUntil, registrations, lines: checked.lines, vouchers: checked.vouchers }
}

const visitorCart = (current: FullCart | null, { choices, event: { capacity } }: CheckedForm) => {
  const seats = choices.attendees.reduce((sum, attendee) => sum + (attendee.isWaiting ? 0 : attendee.seats), 0)
  return { id: current?.id ?? 0, seats, capacity }
}

/** Checks a form as a save would, without reserving anything. @throws RegistrationRefusal 404 for an unknown cart. */
export const checkUnsaved = async (
  visit: EventVisit,
  tx: Transaction,
  form: RegistrationForm,
): Promise<CheckedForm> => {
  const { scope, eventId } = visit
  const current = form.cartKey === null ? null : await findCart(scope, tx, eventId, form.cartKey)
  return checkAgainst(visit, tx, form, { current, isReserving: false })
}

/** Checks a form and the registrations that it names in a cart, or in none. */
const checkAgainst = async (
  visit: EventVisit,
  tx: Transaction,
  form: RegistrationForm,
  { current, isReserving }: { current: FullCart | null; isReserving: boolean },
): Promise<CheckedForm> => {
  const checked = await checkForm(visit, tx, form, {
    isPayerNeeded: true,
    isReserving,
    exceptOrderId: current?.id ?? 0,
    positionOf: positionIn(current),
    // An offer can be accepted after registration has closed.
    isReserved: current?.isOffer ?? false,
  })
  return { ...checked, faults: [...checked.faults, ...unknownRegistrations(form, knownOf(current))] }
}

/** Checks a form that is saved as a cart, and the limits of its visitor. @throws RegistrationRefusal 409, 422; 429. */
const checkCart = async (
  visit: EventVisit,
  tx: Transaction,
  form: RegistrationForm,
  current: FullCart | null,
): Promise<CheckedForm> => {
  const checked = await checkAgainst(visit, tx, form, { current, isReserving: true })
  if (checked.faults.length > 0) throw formRefused(checked.faults)
  if (!current?.isOffer) await requireRoomForVisitor(visit, tx, visitorCart(current, checked))
  return checked
}

const knownOf = (cart: FullCart | null): ReadonlySet<number> => new Set(cart?.registrations.map(({ id }) => id))

/** An offer is for the registrations that waited. @throws RegistrationRefusal 409 if others or other types are sent. */
const requireOffered = ({ registrations }: FullCart, { attendees }: RegistrationForm): void => {
  const isOffered = registrations.every(({ id, typeId }) =>
    attendees.some(({ row }) => row.RegistrationId === id && row.EventRegistrationTypeId === typeId),
  )
  if (isOffered && attendees.length === registrations.length) return
  throw new RegistrationRefusal(
    409,
    'The offer is for the people that waited: send their registrations, and no others.',
  )
}

/**
 * Returns what is stored of a body: everything but the captcha and the secrets, which are stored as a hash and as an
 * invitation.
 */
const storedForm = ({ body, showsContacts }: RegistrationForm): Prisma.InputJsonObject => {
  const { CaptchaResponse: _captcha, DisableCaptchaCheck: _skipped, ...sent } = body
  const { CartKey: _key, InvitationCode: _code, ...form } = sent
  return JSON.parse(JSON.stringify({ ...form, ...(showsContacts && { AllowCreateAndShowContact: true }) }))
}

/** A registration of the cart keeps its seat, unless its type changes. */
const positionIn =
  (cart: FullCart | null) =>
  ({ row }: FormAttendee): KeptPosition | null => {
    const kept = cart?.registrations.find(({ id }) => id === row.RegistrationId)
    const keepsSeat = kept?.typeId === row.EventRegistrationTypeId && kept.statusId !== ON_WAITING_LIST
    return keepsSeat ? 'seat' : null
  }

const unknownRegistrations = ({ attendees }: RegistrationForm, known: ReadonlySet<number>): FormFault[] =>
  attendees
    .filter(({ row }) => row.RegistrationId && !known.has(row.RegistrationId))
    .map(({ pointer }) => fault(`${pointer}/RegistrationId`, 'unknown', 'The cart does not contain this registration.'))

interface OrderToSave {
  id: number
  eventId: number
  key: string
  data: {
    heldUntil: Date
    form: Prisma.InputJsonObject
    total: string
    referralSourceId: number | null
    invitationId: number | null
    visitorHash: Uint8Array<ArrayBuffer> | null
  }
}

const saveOrder = async (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  { id, eventId, key, data }: OrderToSave,
): Promise<number> => {
  if (id > 0) {
    await tx.eventOrder.update({ where: { tenantId_id: { tenantId, id } }, data })
    return id
  }
  const created = { tenantId, eventId, keyHash: hashOfKey(key), createdAt: clock.now(), ...data }
  return (await tx.eventOrder.create({ data: created })).id
}
