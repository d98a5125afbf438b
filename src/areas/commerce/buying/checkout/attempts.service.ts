import { getAccountById } from '#areas/finance/payment-processor/accounts/accounts.queries'
import { findChargeByRequest } from '#areas/finance/payment-processor/charges/charges.queries'
import { cancelCharge, completeCharge } from '#areas/finance/payment-processor/charges/charges.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { Problem } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoreCheckout } from '#prisma/client'
import { lockCartOfAttemptSql } from '../carts/carts.sql.ts'

/** The job that cancels the authorization of a cart that was not ordered. */
export const ABANDON_CHECKOUT = 'abandon_store_checkout'

/** The time that a checkout has to place the order, shorter than that of its reserved stock. */
const CHECKOUT_MS = 5 * 60_000
/**
 * The ages of an attempt at which the job looks again for an authorization that did not exist before: a process that stood
 * still can ask the processor late.
 */
const RECHECKS_MS = [3_600_000, 24 * 3_600_000]

/**
 * Stores the attempt to pay a cart before the processor is asked, with the job that cancels its authorization unless the
 * order was placed. An open attempt is continued: its key makes the processor authorize once. The caller has locked the cart.
 */
export const startAttempt = async (
  scope: Scope,
  tx: Transaction,
  cartId: number,
  dueCents: number,
): Promise<StoreCheckout> => {
  const { tenantId } = scope.db
  const open = await tx.storeCheckout.findFirst({ where: { tenantId, cartId, state: 'open' } })
  if (open) return open
  const number = await tx.storeCheckout.count({ where: { tenantId, cartId } })
  const requestKey = `store-cart:${cartId}:${number + 1}`
  const now = scope.clock.now()
  const attempt = await tx.storeCheckout.create({
    data: { tenantId, cartId, requestKey, amount: fromCents(dueCents), createdAt: now },
  })
  await enqueueAbandoning(scope, tx, requestKey, new Date(now.getTime() + CHECKOUT_MS))
  return attempt
}

const enqueueAbandoning = (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  requestKey: string,
  runAt?: Date,
  keyPart = requestKey,
) =>
  enqueueJobs(tx, [
    {
      name: ABANDON_CHECKOUT,
      payload: { tenantId, requestKey },
      key: `${ABANDON_CHECKOUT}:${tenantId}:${keyPart}`,
      ...(runAt && { runAt }),
    },
  ])

/** Looks again later, unless the attempt is a day old. */
const recheckLater = (scope: Scope, requestKey: string): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const where = { tenantId: scope.db.tenantId, requestKey }
    const began = (await tx.storeCheckout.findFirst({ where }))?.createdAt.getTime() ?? 0
    const next = RECHECKS_MS.find((ms) => began + ms > scope.clock.now().getTime())
    if (next === undefined) return
    await enqueueAbandoning(scope, tx, requestKey, new Date(began + next), `${requestKey}:${next}`)
  })

/** Ends an attempt without an order: the job cancels its authorization now. Has no effect on one that was ordered. */
export const abandonAttempt = (scope: Scope, requestKey: string): Promise<void> =>
  scope.db.transaction(async (tx) => {
    if (await markAbandoned(scope, tx, requestKey)) await enqueueAbandoning(scope, tx, requestKey)
  })

/** Returns whether the attempt has no order. Locks its cart, so that no order is placed for it afterwards. */
const markAbandoned = async ({ db: { tenantId } }: Scope, tx: Transaction, requestKey: string): Promise<boolean> => {
  await tx.rows(lockCartOfAttemptSql(tenantId, requestKey))
  const where = { tenantId, requestKey }
  await tx.storeCheckout.updateMany({ where: { ...where, state: 'open' }, data: { state: 'abandoned' } })
  return (await tx.storeCheckout.findFirst({ where: { ...where, state: 'ordered' } })) === null
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
  const settled =
    charge.status === 'requested'
      ? await completeCharge(scope, tools, await getAccountById(scope, charge.accountId), charge)
      : charge
  if (settled.status !== 'authorized') return
  await cancelCharge(scope, tools, settled.id).catch((error) => {
    // Staff, or the processor, have canceled it.
    if (!(error instanceof Problem) || error.status === 503) throw error
  })
}
