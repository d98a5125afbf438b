import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type GatewayCharge, getStoredCharge } from '../charges/charges.queries.ts'
import { authorizeCharge, captureCharge } from '../charges/charges.service.ts'
import type { ProcessorTools } from '../processors.service.ts'

/**
 * Continues after what the processor rejects permanently: the invoice stays unchanged, and staff see the charge.
 *
 * @param what for the log: "the capture of a store order".
 * @throws 503 if the processor does not respond.
 */
export const unlessRefused = async (scope: Scope, what: string, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 503) throw error
    scope.log.warn({ tenant: scope.db.tenantId, code: error.code, detail: error.message }, `${what} was rejected`)
  }
}

/**
 * Captures the authorized payment of an order; the capture posts it to the books. If that fails, the invoice stays open.
 *
 * @param cents if not all of it is captured; the rest is released.
 */
export const captureOrdered = async (
  scope: Scope,
  tools: ProcessorTools,
  chargeId: number,
  what: string,
  cents?: number,
): Promise<void> => {
  const { status } = await getStoredCharge(scope, chargeId)
  if (status !== 'authorized') return
  await unlessRefused(scope, what, () => captureCharge(scope, tools, chargeId, cents))
}

/** A bank debit that pays the invoice of an order. */
export interface OrderedDebit {
  invoiceId: number | null
  gatewayId: number | null
  cents: number
  token: string
  description: string
  requestKey: string
  /** For the log. */
  what: string
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
      ...{ ...debit, contactId: invoice.contactId, capturesAtOnce: true },
      applications: [{ InvoiceId: invoice.id, Amount: null }],
    })
  })
  return charge
}
