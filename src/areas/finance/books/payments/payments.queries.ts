import type { PaymentSaveInput } from '#contract/finance/payments'
import type { FieldFault } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { requireMoneyAccount } from '../accounts/accounts.queries.ts'
import { applicationsJson, detailSql } from '../documents/details.sql.ts'
import { makeDocumentReader } from '../documents/documents.queries.ts'
import { paymentColumns } from './payments.listing.ts'

const APPLICATIONS = Prisma.sql`${applicationsJson('payment_id')} AS "Applications"`

/** Selects one payment (Payment in the contract): a VersionedRow. */
const paymentSql = (scope: Scope, id: number): Sql =>
  detailSql('payment', scope, id, paymentColumns(scope), [APPLICATIONS])

/** Reads a payment with its applications. @throws 404. */
export const readPayment = makeDocumentReader('payment', paymentSql)

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
