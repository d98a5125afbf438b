import type { PaymentSaveInput } from '#contract/finance/payments'
import type { FieldFault } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { requireMoneyAccount } from '../accounts/money-accounts.queries.ts'

/** What a payment references besides its contact and invoices. */
export interface PaymentReferences {
  paymentSubtypeId: number | null
  gatewayId: number | null
  depositAccountId: number | null
}

export const NO_REFERENCES: PaymentReferences = { paymentSubtypeId: null, gatewayId: null, depositAccountId: null }

/**
 * Finds the active records that a payment references.
 *
 * @throws 422 unknown-reference with every fault, books-rule.
 */
export const resolvePaymentReferences = async (
  scope: Scope,
  tx: Transaction,
  input: PaymentSaveInput,
  paymentTypeId: number,
): Promise<PaymentReferences> => {
  const { tenantId } = scope.db
  const { PaymentSubtypeId, PaymentGatewayId, DepositAccountId } = input
  const faults: FieldFault[] = []
  const subtype =
    PaymentSubtypeId &&
    (await tx.paymentSubtype.findFirst({
      where: { tenantId, paymentTypeId, id: PaymentSubtypeId, isActive: true },
    }))
  if (PaymentSubtypeId && !subtype) faults.push(referenceFault('/PaymentSubtypeId', 'active subtype of the type'))
  const gateway =
    PaymentGatewayId &&
    (await tx.paymentGateway.findFirst({ where: { tenantId, id: PaymentGatewayId, isActive: true } }))
  if (PaymentGatewayId && !gateway) faults.push(referenceFault('/PaymentGatewayId', 'active payment gateway'))
  if (faults.length > 0) throw unknownReferences(faults)
  if (DepositAccountId) await requireMoneyAccount(scope, tx, '/DepositAccountId', DepositAccountId)
  return {
    paymentSubtypeId: PaymentSubtypeId ?? null,
    gatewayId: PaymentGatewayId ?? null,
    depositAccountId: DepositAccountId ?? null,
  }
}
