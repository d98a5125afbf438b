import type { PaymentSaveInput } from '#contract/finance/payments'
import type { FieldFault } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { isMoneyAccount } from '../accounts/money-accounts.queries.ts'

/** What a payment references besides its contact and invoices. */
export interface PaymentReferences {
  paymentSubtypeId: number | null
  gatewayId: number | null
  depositAccountId: number | null
}

/**
 * Finds the active records that a payment references.
 *
 * @throws 422 unknown-reference with every fault.
 */
export const resolvePaymentReferences = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  models: Models,
  input: PaymentSaveInput,
  paymentTypeId: number,
): Promise<PaymentReferences> => {
  const { PaymentSubtypeId, PaymentGatewayId, DepositAccountId } = input
  const faults: FieldFault[] = []
  const subtype =
    PaymentSubtypeId &&
    (await models.paymentSubtype.findFirst({
      where: { tenantId, paymentTypeId, id: PaymentSubtypeId, isActive: true },
    }))
  if (PaymentSubtypeId && !subtype) faults.push(referenceFault('/PaymentSubtypeId', 'active subtype of the type'))
  const gateway =
    PaymentGatewayId &&
    (await models.paymentGateway.findFirst({ where: { tenantId, id: PaymentGatewayId, isActive: true } }))
  if (PaymentGatewayId && !gateway) faults.push(referenceFault('/PaymentGatewayId', 'active payment gateway'))
  if (DepositAccountId && !(await isMoneyAccount(models, tenantId, DepositAccountId)))
    faults.push(referenceFault('/DepositAccountId', 'active account of type Bank or Asset'))
  if (faults.length > 0) throw unknownReferences(faults)
  return {
    paymentSubtypeId: PaymentSubtypeId ?? null,
    gatewayId: PaymentGatewayId ?? null,
    depositAccountId: DepositAccountId ?? null,
  }
}
