import { abandonAttempt, findOpenAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { findChargeByRequest, type GatewayCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import { completeHostedCharge, PAGE_MS } from '#areas/finance/payment-processor/charges/hosted-charges.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { PaymentAttempt } from '#prisma/client'
import { addFailures } from '#services/tenant-log/failures'
import { findCartOrOrder, formOfCart } from '../carts/carts.queries.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import { isFinal, paidCartRejected, RegistrationRefusal } from '../refusals.model.ts'
import { createEventOrder } from './event-orders.service.ts'
import { preparePeople } from './people.service.ts'

/** The job that places the order of a payment page if its payer does not return. */
export const COMPLETE_HOSTED_ORDER = 'complete_hosted_event_order'

const MINUTE_MS = 60_000
/** The ages of an attempt at which the job looks at its page; the last is before the attempt is abandoned. */
const CHECKS_MS = [2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS, PAGE_MS + MINUTE_MS]

/** The submission that the job repeats: its payer, whose prices it calculates, is known from the request only. */
export interface HostedOrder extends Pick<EventVisit, 'eventId' | 'isStaff' | 'contactId'> {
  cartId: number
  requestKey: string
  purchaseOrderNumber: string | null
}

/** Requests the job that places the order of an open attempt, for the next of its checks. */
export const enqueueHostedOrder = async (
  { db: { tenantId }, clock }: Scope,
  tx: Transaction,
  { createdAt }: PaymentAttempt,
  order: HostedOrder,
): Promise<void> => {
  const next = CHECKS_MS.find((ms) => createdAt.getTime() + ms > clock.now().getTime())
  if (next === undefined) return
  await enqueueJobs(tx, [
    {
      name: COMPLETE_HOSTED_ORDER,
      payload: { tenantId, ...order },
      key: `${COMPLETE_HOSTED_ORDER}:${tenantId}:${order.requestKey}:${next}`,
      runAt: new Date(createdAt.getTime() + next),
    },
  ])
}

/**
 * Places the order of a page that was paid. Checks again later while the page is open. A cart that can no longer be submitted
 * ends its attempt, which releases the authorization.
 *
 * @throws 503 if the processor does not respond: the job is run again.
 */
export const completeHostedOrder = async (scope: Scope, tools: ProcessorTools, order: HostedOrder): Promise<void> => {
  const { cartId, requestKey } = order
  const attempt = await scope.db.transaction((tx) => findOpenAttempt(scope, tx, { eventOrderId: cartId }))
  if (attempt?.requestKey !== requestKey) return
  const stored = await findChargeByRequest(scope, requestKey)
  const charge = stored && (await completeHostedCharge(scope, tools, stored.id))
  if (charge?.status === 'authorized') return placePaidOrder(scope, order, charge)
  if (charge === null || charge.status === 'requested')
    await scope.db.transaction((tx) => enqueueHostedOrder(scope, tx, attempt, order))
}

const placePaidOrder = async (scope: Scope, order: HostedOrder, charge: GatewayCharge): Promise<void> => {
  const { eventId, isStaff, contactId, cartId, requestKey, purchaseOrderNumber } = order
  const visit = { scope, eventId, isStaff, contactId, address: null }
  // The payer has agreed to what the page has charged.
  const input = {
    PaymentKind: 'Hosted' as const,
    ReturnUrl: '/',
    ExpectedTotal: charge.amount.toNumber(),
    PurchaseOrderNumber: purchaseOrderNumber,
  }
  try {
    const cart = await scope.db.transaction((tx) => findCartOrOrder(scope, tx, eventId, { id: cartId }))
    const people = await preparePeople(scope, formOfCart(cart))
    await createEventOrder(visit, { cart: { id: cartId }, input, people, attempt: { requestKey, charge } })
  } catch (error) {
    if (!isFinal(error)) throw error
    scope.log.warn({ tenant: scope.db.tenantId, cart: cartId, err: error }, 'a paid cart cannot be submitted')
    const { id } = charge
    await abandonAttempt(scope, requestKey, (tx) =>
      reportRejection(scope, tx, { cartId, eventId, chargeId: id, error }),
    )
  }
}

const reportRejection = (
  scope: Scope,
  tx: Transaction,
  { cartId, eventId, chargeId, error }: { cartId: number; eventId: number; chargeId: number; error: Error },
): Promise<void> => {
  const faults = error instanceof RegistrationRefusal ? error.faults : []
  // The messages of faults can name registrants.
  const details = { EventId: eventId, Charge: chargeId, Faults: faults.map(({ Pointer, Code }) => ({ Pointer, Code })) }
  const what = `The cart ${cartId} of the event ${eventId} was paid on a page, but it cannot be submitted. ${error.message}`
  return addFailures(scope, tx, [{ kind: paidCartRejected, key: cartId, what, details }])
}
