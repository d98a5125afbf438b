import { listAccounts } from '#areas/finance/payment-processor/accounts/accounts.queries'
import { authorizeCharge } from '#areas/finance/payment-processor/charges/charges.service'
import { refundCharge } from '#areas/finance/payment-processor/charges/refunds.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { runBankingDay } from '#areas/finance/payment-processor/sandbox/sandbox-payouts.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Cast } from './cast.ts'

/** Payments with what happens to them in the sandbox. */
const PAYMENTS = [
  { cents: 12_500, token: 'tok_visa', description: 'Annual dues' },
  { cents: 6000, token: 'tok_mastercard', description: 'Workshop' },
  { cents: 12_500, token: 'tok_chargeDeclinedInsufficientFunds', description: 'Annual dues' },
  { cents: 7500, token: 'tok_bankDebit', description: 'Table sponsorship, first part' },
  { cents: 1850, token: 'tok_amex', description: 'Member handbook', refundedCents: 1850 },
  { cents: 4000, token: 'tok_createDispute', description: 'Printed directory listing' },
] as const

/**
 * Charges members on the sandbox, refunds one of them, and transfers the balance. The worker then handles the events, such
 * as the dispute. Does nothing in a tenant whose default gateway is not of the sandbox.
 */
export const loadPayments = async (
  scope: Scope,
  tools: ProcessorTools,
  { newcomers, renewing }: Cast,
): Promise<void> => {
  const [account] = await listAccounts(scope)
  if (account?.gateway.kind !== 'Sandbox' || !account.gateway.isDefault) return
  const payers = [...newcomers, ...renewing]
  for (const [index, { cents, token, description, ...more }] of PAYMENTS.entries()) {
    const payment = { gatewayId: null, contactId: payers[index] ?? null, cents, token, description, applications: [] }
    const request = { ...payment, capturesAtOnce: true, requestKey: `demo:${index}` }
    const { id } = await authorizeCharge(scope, tools, request)
    if ('refundedCents' in more)
      await refundCharge(scope, tools, id, { cents: more.refundedCents, requestKey: `demo refund:${index}` })
  }
  await runBankingDay(scope, account.uid)
}
