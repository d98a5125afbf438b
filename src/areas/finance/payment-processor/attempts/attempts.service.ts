import { conflict, Problem } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { PaymentAttempt } from '#prisma/client'
import { cancelCharge } from '../charges/charge-changes.service.ts'
import { findChargeByRequest } from '../charges/charges.queries.ts'
import { settleRequested } from '../charges/hosted-charges.service.ts'
import type { ProcessorTools } from '../processors.service.ts'

/** The job that cancels the authorization of a cart that was not ordered. */
export const ABANDON_ATTEMPT = 'abandon_payment_attempt'

/** The time that a checkout has to place the order, shorter than that of what its cart reserves. */
const CHECKOUT_MS = 5 * 60_000
/**
 * The ages of an attempt at which the job looks again for an authorization that did not exist before: a process that stood
 * still can ask the processor late.
 */
const RECHECKS_MS = [3_600_000, 24 * 3_600_000]

/** The cart that an attempt pays: of the store, or of an event. */
export type PaidCart = { cartId: number } | { eventOrderId: number }

/** Returns the start of the keys of a cart's charges. */
const keyOf = (cart: PaidCart): string =>
  'cartId' in cart ? `store-cart:${cart.cartId}` : `event-order:${cart.eventOrderId}`

/** Returns the attempt to pay a cart that is under way, or null. */
export const findOpenAttempt = (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  cart: PaidCart,
): Promise<PaymentAttempt | null> => tx.paymentAttempt.findFirst({ where: { tenantId, ...cart, state: 'open' } })

/**
 * Stores the attempt to pay a cart before the processor is asked, with the job that cancels its authorization unless the
 * order was placed. An open attempt is continued: its key makes the processor authorize once. The caller has locked the cart.
 *
 * @param checkoutMs the time until the job runs.
 */
export const startAttempt = async (
  scope: Scope,
  tx: Transaction,
  cart: PaidCart,
  dueCents: number,
  checkoutMs = CHECKOUT_MS,
): Promise<PaymentAttempt> => {
  const { tenantId } = scope.db
  const open = await findOpenAttempt(scope, tx, cart)
  if (open) return open
  const number = await tx.paymentAttempt.count({ where: { tenantId, ...cart } })
  const requestKey = `${keyOf(cart)}:${number + 1}`
  const now = scope.clock.now()
  const attempt = await tx.paymentAttempt.create({
    data: { tenantId, ...cart, requestKey, amount: fromCents(dueCents), createdAt: now },
  })
  await enqueueAbandoning(scope, tx, requestKey, new Date(now.getTime() + checkoutMs))
  return attempt
}

/** Marks an attempt as ordered, unless it was abandoned. @throws 409 checkout-expired. */
export const completeAttempt = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  requestKey: string,
): Promise<void> => {
  const where = { tenantId, requestKey, state: 'open' }
  const { count } = await tx.paymentAttempt.updateMany({ where, data: { state: 'ordered' } })
  if (count === 0) throw checkoutExpired()
}

export const checkoutExpired = () => conflict('checkout-expired', 'The checkout took too long. Order the cart again.')

const enqueueAbandoning = (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  requestKey: string,
  runAt?: Date,
  keyPart = requestKey,
) =>
  enqueueJobs(tx, [
    {
      name: ABANDON_ATTEMPT,
      payload: { tenantId, requestKey },
      key: `${ABANDON_ATTEMPT}:${tenantId}:${keyPart}`,
      ...(runAt && { runAt }),
    },
  ])

/** Looks again later, unless the attempt is a day old. */
const recheckLater = (scope: Scope, requestKey: string): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const where = { tenantId: scope.db.tenantId, requestKey }
    const began = (await tx.paymentAttempt.findFirst({ where }))?.createdAt.getTime() ?? 0
    const next = RECHECKS_MS.find((ms) => began + ms > scope.clock.now().getTime())
    if (next === undefined) return
    await enqueueAbandoning(scope, tx, requestKey, new Date(began + next), `${requestKey}:${next}`)
  })

/**
 * Ends an attempt without an order: the job cancels its authorization now. Has no effect on one that was ordered.
 *
 * @param also writes in the same transaction.
 */
export const abandonAttempt = (
  scope: Scope,
  requestKey: string,
  also?: (tx: Transaction) => Promise<void>,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    if (!(await markAbandoned(scope, tx, requestKey))) return
    await enqueueAbandoning(scope, tx, requestKey)
    await also?.(tx)
  })

/** Ends the attempt to pay a cart that is under way, because the cart changes: the job cancels its authorization now. */
export const abandonOpenAttempt = async (scope: Scope, tx: Transaction, cart: PaidCart): Promise<void> => {
  const open = await findOpenAttempt(scope, tx, cart)
  if (open && (await markAbandoned(scope, tx, open.requestKey))) await enqueueAbandoning(scope, tx, open.requestKey)
}

/**
 * Ends the attempt to pay a cart that is under way if its charge is paid by other means: a page instead of a card, or another
 * card. A card whose authorization was requested before and is stored is the same: its token is deleted then.
 *
 * @param token null for a page.
 */
export const abandonOtherMeans = async (
  scope: Scope,
  tx: Transaction,
  cart: PaidCart,
  token: string | null,
): Promise<void> => {
  const { tenantId } = scope.db
  const open = await findOpenAttempt(scope, tx, cart)
  const charge = open && (await tx.processorCharge.findFirst({ where: { tenantId, requestKey: open.requestKey } }))
  if (!charge) return
  const isSame =
    token === null
      ? charge.pageExpiresAt !== null
      : charge.pageExpiresAt === null && (charge.token === null || charge.token === token)
  if (!isSame) await abandonOpenAttempt(scope, tx, cart)
}

/** Returns whether the attempt has no order. Locks its row, so that no order is placed for it afterwards. */
const markAbandoned = async ({ db: { tenantId } }: Scope, tx: Transaction, requestKey: string): Promise<boolean> => {
  const where = { tenantId, requestKey }
  await tx.paymentAttempt.updateMany({ where: { ...where, state: 'open' }, data: { state: 'abandoned' } })
  return (await tx.paymentAttempt.findFirst({ where: { ...where, state: 'ordered' } })) === null
}

/**
 * Cancels the authorization of an attempt, unless it was ordered. Each step can be repeated.
 *
 * @throws 503 if the processor does not respond: the job is run again.
 */
export const cancelAbandoned = async (scope: Scope, tools: ProcessorTools, requestKey: string): Promise<void> => {
  const isAbandoned = await scope.db.transaction((tx) => markAbandoned(scope, tx, requestKey))
  if (!isAbandoned) return
  const charge = await findChargeByRequest(scope, requestKey)
  if (!charge) return recheckLater(scope, requestKey)
  // The processor can have authorized what it has not responded to.
  const settled = charge.status === 'requested' ? await settleRequested(scope, tools, charge) : charge
  if (settled.status !== 'authorized') return
  await cancelCharge(scope, tools, settled.id).catch((error) => {
    // Staff, or the processor, have canceled it.
    if (!(error instanceof Problem) || error.status === 503) throw error
  })
}
