import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { deleteRegistrationValues } from '../questions/form-values.service.ts'

/** How long a cart reserves its seats. */
const RESERVED_MS = 15 * 60_000

/** The job that deletes a cart when its time has run out. */
export const EXPIRE_EVENT_CART = 'expire_event_cart'

export const reservedUntil = ({ clock }: Pick<Scope, 'clock'>): Date => new Date(clock.now().getTime() + RESERVED_MS)

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

/** Requests the job that deletes a cart; a later request for the same cart replaces it. */
export const enqueueExpiry = (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  cartId: number,
  runAt: Date,
): Promise<void> =>
  enqueueJobs(tx, [
    {
      name: EXPIRE_EVENT_CART,
      payload: { tenantId, cartId },
      key: `${EXPIRE_EVENT_CART}:${tenantId}:${cartId}`,
      runAt,
    },
  ])

/**
 * Deletes a cart whose time has run out, with everything that a visitor wrote: its seats are free already, because counts
 * compare the time. The row of a cart that somebody tried to pay stays for the job that cancels a late authorization.
 * Repeating it has no effect.
 */
export const expireCart = async ({ db, clock }: Scope, cartId: number): Promise<void> => {
  const { tenantId } = db
  const where = { tenantId, id: cartId, state: 'cart', heldUntil: { lte: clock.now() } }
  await db.transaction(async (tx) => {
    const order = await tx.eventOrder.findFirst({ where, include: { registrations: { select: { id: true } } } })
    if (!order) return
    const data = { state: 'expired', heldUntil: null, form: {} }
    const kept = await tx.eventOrder.updateMany({ where: { ...where, attempts: { some: {} } }, data })
    if (kept.count > 0) await deleteCartRows(tx, { tenantId, orderId: cartId })
    const deleted = kept.count > 0 ? kept : await tx.eventOrder.deleteMany({ where })
    const ids = order.registrations.map(({ id }) => id)
    // It was saved or submitted after it was read: its values stay.
    if (deleted.count > 0) await deleteRegistrationValues(tx, tenantId, ids)
  })
}

/** Deletes everything that belongs to a cart. */
const deleteCartRows = async (tx: Transaction, where: { tenantId: number; orderId: number }): Promise<void> => {
  await tx.eventRegistration.deleteMany({ where })
  await tx.eventSponsor.deleteMany({ where })
  await tx.eventExhibitor.deleteMany({ where })
  await tx.eventOrderItem.deleteMany({ where })
}
