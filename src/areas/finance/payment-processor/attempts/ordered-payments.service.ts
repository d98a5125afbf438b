import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { addFailures } from '#services/tenant-log/failures'
import { captureCharge } from '../charges/charge-changes.service.ts'
import { type GatewayCharge, getStoredCharge } from '../charges/charges.queries.ts'
import { authorizeCharge } from '../charges/charges.service.ts'
import { processorFailures } from '../processor-failures.model.ts'
import type { ProcessorTools } from '../processors.service.ts'

/** What an order needs of the processor, for the log. */
export interface OrderedStep {
  order: 'storeorder' | 'eventorder'
  orderId: number
  step: 'capture' | 'bank debit' | 'cancellation' | 'refund'
}

/**
 * Continues after what the processor rejects permanently: the invoice stays unchanged, and staff see it in the log of the
 * tenant, and the charge.
 *
 * @throws 503 if the processor does not respond.
 */
export const unlessRefused = async (scope: Scope, what: OrderedStep, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 503) throw error
    const { order: entityType, orderId: key, step } = what
    scope.log.warn(
      { tenant: scope.db.tenantId, code: error.code, ...what },
      'a step of the payment of an order was rejected',
    )
    const failure = {
      kind: processorFailures.orderedPayment,
      entityType,
      key,
      details: { Code: error.code },
      what: `The ${step} of the payment of ${NAMES[entityType]} ${key} was rejected. ${error.message}`,
    }
    await scope.db.transaction((tx) => addFailures(scope, tx, [failure]))
  }
}

const NAMES = { storeorder: 'the store order', eventorder: 'the order of an event' } as const

/**
 * Captures the authorized payment of an order; the capture posts it to the books. If that fails, the invoice stays open. A
 * payment that was captured before, such as by the installation that the tenant was imported from, is posted as it was captured.
 *
 * @param cents if not all of it is captured; the rest is released.
 */
export const captureOrdered = async (
  scope: Scope,
  tools: ProcessorTools,
  chargeId: number,
  what: OrderedStep,
  cents?: number,
): Promise<void> => {
  const { status } = await getStoredCharge(scope, chargeId)
  if (status !== 'authorized') return
  await unlessRefused(scope, what, async () => {
    try {
      await captureCharge(scope, tools, chargeId, cents)
    } catch (error) {
      // The rejected capture has read the charge at the processor again, and stored it.
      if ((await getStoredCharge(scope, chargeId)).status !== 'succeeded') throw error
    }
  })
}

/** A bank debit that pays the invoice of an order. */
export interface OrderedDebit {
  invoiceId: number | null
  gatewayId: number | null
  cents: number
  token: string
  description: string
  requestKey: string
  what: OrderedStep
}

/**
 * Requests a bank debit after its order is placed. Its result comes later. Returns the charge, or null if the processor
 * rejects it; undefined if there is no invoice to pay.
 */
export const requestOrderedDebit = async (
  scope: Scope,
  tools: ProcessorTools,
  { invoiceId, what, ...debit }: OrderedDebit,
): Promise<GatewayCharge | null | undefined> => {
  const { tenantId, prisma } = scope.db
  const invoice = await prisma.invoice.findFirst({ where: { tenantId, id: invoiceId ?? 0 } })
  if (!invoice || invoice.voidedAt) return undefined
  let charge: GatewayCharge | null = null
  await unlessRefused(scope, what, async () => {
    charge = await authorizeCharge(scope, tools, {
      ...debit,
      contactId: invoice.contactId,
      capturesAtOnce: true,
      applications: [{ InvoiceId: invoice.id, Amount: null }],
    })
  })
  return charge
}
