import { CANCELLED, ON_WAITING_LIST } from '#areas/events/registrations/registration-statuses.listing'
import type { EventRegisterV2Input, RegisterAttendeesInput } from '#contract/events/public-registration'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { type FormAttendee, formOf, type RegistrationForm } from '../forms/form.input.ts'
import { cancelledOffer, noCart } from '../refusals.model.ts'
import type { KeptPosition } from '../seating.model.ts'
import { hashOfKey } from './cart-keys.model.ts'

const withRows = {
  include: {
    registrations: { orderBy: { position: 'asc' } },
    sponsors: true,
    exhibitors: true,
    items: { orderBy: { id: 'asc' } },
  },
} as const satisfies Prisma.EventOrderDefaultArgs

/** A cart with its rows. */
export type FullCart = Prisma.EventOrderGetPayload<typeof withRows>

/** Returns the form of a cart as it was sent. */
export const formOfCart = ({ form, registrations }: Pick<FullCart, 'form' | 'registrations'>): RegistrationForm => {
  const isFirstVersion = registrations.some(({ pointer }) => pointer.startsWith('/Models/'))
  const body = form as EventRegisterV2Input & Pick<RegisterAttendeesInput, 'AllowCreateAndShowContact'>
  const showsContacts = body.AllowCreateAndShowContact ?? false
  return { ...formOf(body, isFirstVersion ? '/Models' : undefined), showsContacts }
}

/** Keeps the position that the cart gave an attendee of a stored form. */
export const positionInOrder =
  ({ registrations }: Pick<FullCart, 'registrations'>) =>
  ({ pointer }: FormAttendee): KeptPosition | null => {
    const kept = registrations.find((one) => one.pointer === pointer)
    if (!kept) return null
    return kept.statusId === ON_WAITING_LIST ? 'waiting' : 'seat'
  }

/** Reads the cart of a key. @throws RegistrationRefusal 404, also after its time. */
export const findCart = async (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  eventId: number,
  key: string,
): Promise<FullCart> => {
  const named = { tenantId, eventId, keyHash: hashOfKey(key) }
  const where = { ...named, state: 'cart', heldUntil: { gt: clock.now() } }
  return (await tx.eventOrder.findFirst({ where, ...withRows })) ?? refuseMissing(tx, named)
}

/** The key of a cart, as its visitor sends it; or the id, for a job. */
export type CartReference = { key: string } | { id: number }

/** Reads a cart, or the order that it became. @throws RegistrationRefusal 404, also after its time. */
export const findCartOrOrder = async (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  eventId: number,
  cart: CartReference,
): Promise<FullCart> => {
  const isLive = [{ state: 'submitted' }, { state: 'cart', heldUntil: { gt: clock.now() } }]
  const found = 'key' in cart ? { keyHash: hashOfKey(cart.key) } : { id: cart.id }
  const named = { tenantId, eventId, ...found }
  return (await tx.eventOrder.findFirst({ where: { ...named, OR: isLive }, ...withRows })) ?? refuseMissing(tx, named)
}

/** Locks what a key opens, and reads it. @throws RegistrationRefusal 404, also after its time. */
export const lockCartOrOrder = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  key: string,
): Promise<FullCart> => {
  const where = { tenantId: scope.db.tenantId, eventId, keyHash: hashOfKey(key) }
  const found = await tx.eventOrder.findFirst({ where, select: { id: true } })
  await lockRows(scope, tx, { table: 'event_order' }, found ? [found.id] : [])
  return findCartOrOrder(scope, tx, eventId, { key })
}

/** Reads the cart of a registration, for staff. @throws RegistrationRefusal 404, also after its time. */
export const findCartOfRegistration = async (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  eventId: number,
  registrationId: number,
): Promise<FullCart> => {
  const where = { tenantId, eventId, state: 'cart', heldUntil: { gt: clock.now() } }
  const registrations = { some: { id: registrationId } }
  const found = await tx.eventOrder.findFirst({ where: { ...where, registrations }, ...withRows })
  if (!found) throw noCart()
  return found
}

/**
 * Refuses a cart that does not exist. The link of an offer is in a mail: who follows it later is told why it ended.
 *
 * @throws RegistrationRefusal 404; 409 for an offer that was cancelled.
 */
const refuseMissing = async (tx: Transaction, named: Prisma.EventOrderWhereInput): Promise<never> => {
  const where = { ...named, isOffer: true, state: 'expired' }
  const offer = await tx.eventOrder.findFirst({ where, select: { registrations: { select: { statusId: true } } } })
  const isCancelled = offer?.registrations.every(({ statusId }) => statusId === CANCELLED)
  throw isCancelled ? cancelledOffer() : noCart()
}
