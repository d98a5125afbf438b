import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { deleteRegistrationValues } from '../questions/form-values.service.ts'

/** How long a cart reserves its seats. */
const RESERVED_MS = 15 * 60_000

/** The job that deletes a cart when its time has run out. */
export const EXPIRE_EVENT_CART = 'expire_event_cart'

export const reservedUntil = ({ clock }: Pick<Scope, 'clock'>): Date => new Date(clock.now().getTime() + RESERVED_MS)

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
 * compare the time. Repeating it has no effect.
 */
export const expireCart = async ({ db, clock }: Scope, cartId: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id: cartId, state: 'cart', heldUntil: { lte: clock.now() } }
  await db.transaction(async (tx) => {
    const order = await tx.eventOrder.findFirst({ where, include: { registrations: { select: { id: true } } } })
    if (!order) return
    const { count } = await tx.eventOrder.deleteMany({ where })
    const ids = order.registrations.map(({ id }) => id)
    // It was saved or submitted after it was read: its values stay.
    if (count > 0) await deleteRegistrationValues(tx, db.tenantId, ids)
  })
}
