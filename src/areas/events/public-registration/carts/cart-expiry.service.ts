import { releaseVouchers } from '#areas/commerce/buying/vouchers/vouchers.service'
import { enqueueExpiry } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { enqueueOffers, expireOffer } from '#areas/events/waiting-list/offers.service'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder } from '#prisma/client'
import { deleteRegistrationValues } from '../questions/form-values.service.ts'
import { noCart } from '../refusals.model.ts'

/** How long a cart reserves its seats after it was saved. */
const RESERVED_MS = 15 * 60_000

/** How long it reserves them in all, however often it is saved. A payment that begins in this time can end. */
const LIFETIME_MS = 60 * 60_000

type Clocked = Pick<Scope, 'clock'>

/**
 * Returns the time until which a cart that is saved now reserves its seats.
 *
 * @throws RegistrationRefusal 404 if its life is over.
 */
export const reservedUntil = (scope: Clocked, createdAt = scope.clock.now()): Date => {
  if (isLifeOver(scope, { createdAt })) throw noCart()
  return new Date(Math.min(scope.clock.now().getTime() + RESERVED_MS, createdAt.getTime() + LIFETIME_MS))
}

/** Returns whether a cart exists only because its payment is under way. */
export const isLifeOver = ({ clock }: Clocked, { createdAt }: { createdAt: Date }): boolean =>
  clock.now().getTime() >= createdAt.getTime() + LIFETIME_MS

/** The time that the payment of a cart can take, longer than an attempt to pay lasts. */
const PAYMENT_MS = 6 * 60_000

/** Reserves the seats of a cart until its payment has ended. The caller has locked the cart. */
export const extendReservation = async (
  scope: Scope,
  tx: Transaction,
  { id, heldUntil }: { id: number; heldUntil: Date | null },
  paymentMs = PAYMENT_MS,
): Promise<void> => {
  const { tenantId } = scope.db
  const until = new Date(scope.clock.now().getTime() + paymentMs)
  if (heldUntil === null || heldUntil >= until) return
  await tx.eventOrder.update({ where: { tenantId_id: { tenantId, id } }, data: { heldUntil: until } })
  await tx.eventRegistration.updateMany({ where: { tenantId, orderId: id }, data: { heldUntil: until } })
  await enqueueExpiry(scope, tx, id, until)
}

/**
 * Ends a cart whose time has run out. An offer expires with its registrations. Any other cart is deleted with everything that a
 * visitor wrote: its seats are free already, because counts compare the time. The row of a cart that somebody tried to pay
 * stays for the job that cancels a late authorization. Repeating it has no effect.
 */
export const expireCart = async (scope: Scope, cartId: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id: cartId, state: 'cart', heldUntil: { lte: scope.clock.now() } }
  await scope.db.transaction(async (tx) => {
    const found = await tx.eventOrder.findFirst({ where, select: { eventId: true } })
    if (!found) return
    await lockRows(scope, tx, { table: 'event' }, [found.eventId], 'no key update')
    await lockRows(scope, tx, { table: 'event_order' }, [cartId])
    // What was saved or submitted before the locks is not due any more.
    const cart = await tx.eventOrder.findFirst({ where, include: { registrations: { select: { id: true } } } })
    if (!cart) return
    await releaseVouchers(scope, tx, { eventOrderId: cartId })
    if (cart.isOffer) return expireOffer(scope, tx, cart)
    await deleteCart(tx, cart)
    await enqueueOffers(scope, tx, cart.eventId)
  })
}

/** Deletes a cart with everything that belongs to it. The caller has locked it with its event. */
export const deleteCart = async (
  tx: Transaction,
  { tenantId, id: orderId, registrations }: EventOrder & { registrations: { id: number }[] },
): Promise<void> => {
  const where = { tenantId, orderId }
  const data = { state: 'expired', heldUntil: null, form: {}, visitorHash: null }
  const paid = { tenantId, id: orderId, attempts: { some: {} } }
  const kept = await tx.eventOrder.updateMany({ where: paid, data })
  if (kept.count === 0) await tx.eventOrder.deleteMany({ where: { tenantId, id: orderId } })
  else {
    await tx.eventRegistration.deleteMany({ where })
    await tx.eventSponsor.deleteMany({ where })
    await tx.eventExhibitor.deleteMany({ where })
    await tx.eventOrderItem.deleteMany({ where })
  }
  const ids = registrations.map(({ id }) => id)
  await deleteRegistrationValues(tx, tenantId, ids)
}
