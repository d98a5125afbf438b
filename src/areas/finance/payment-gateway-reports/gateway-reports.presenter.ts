import { formatDocumentNumber } from '#areas/finance/books/book-documents.queries'
import type {
  GatewayMonthlyStatement,
  GatewayTransaction,
  GatewayTransfer,
} from '#contract/finance/payment-gateway-reports'
import type { Queryable } from '#contract/shared'
import { toCents } from '#kernel/money/cents'
import { dayIn, dayOf } from '#kernel/time/day'
import type { PaymentGateway } from '#prisma/client'
import type { Statement } from './gateway-reports.model.ts'
import type { TransactionRow, TransferRow } from './gateway-reports.sql.ts'

type Amounts = Omit<GatewayMonthlyStatement, 'AccountId' | 'PaymentGatewayTypeId' | 'Month' | 'Year'>

export const presentStatement = (statement: Statement): Amounts => {
  const { sales, refunds, disputes, disputeReversals, netActivity, transfers, transferReversals } = statement
  const lessTransfers = transferReversals - transfers
  return {
    SalesCount: sales.count,
    SalesAmount: sales.cents / 100,
    SalesFeesAmount: sales.feeCents / 100,
    RefundCount: refunds.count,
    RefundAmount: refunds.cents / 100,
    RefundFeesAmount: refunds.feeCents / 100,
    DisputeCount: disputes.count,
    DisputeAmount: disputes.cents / 100,
    DisputeFeesAmount: disputes.feeCents / 100,
    DisputeReversalCount: disputeReversals.count,
    DisputeReversalAmount: disputeReversals.cents / 100,
    DisputeReversalFeesReturnedAmount: disputeReversals.feeCents / 100,
    NetActivity: netActivity / 100,
    TransfersCount: statement.transfersCount,
    TransfersAmount: transfers / 100,
    TransferReversalsAmount: transferReversals / 100,
    SummaryNetActivity: netActivity / 100,
    SummaryLessTransfers: lessTransfers / 100,
    SummaryMonthlyBalance: (netActivity + lessTransfers) / 100,
    AdjustmentsAmount: statement.adjustments / 100,
  }
}

/**
 * Returns the number of the document that a movement belongs to. Money that a refund moved belongs to the refund, also
 * if it came back; other money to the payment.
 */
const numberOf = ({ type, paymentNumber, refundNumber }: TransactionRow): string | null => {
  if (type !== 'Refund' && type !== 'RefundReversal')
    return paymentNumber === null ? null : formatDocumentNumber('payment', paymentNumber)
  return refundNumber === null ? null : formatDocumentNumber('refund', refundNumber)
}

export const presentTransaction = (row: TransactionRow): GatewayTransaction => {
  const cents = toCents(row.amount)
  const feeCents = toCents(row.fee)
  return {
    TransactionId: row.uid,
    Date: new Date(row.occurredAt).toISOString(),
    Type: row.type as GatewayTransaction['Type'],
    Description: row.description,
    ContactId: row.contactId === null ? null : String(row.contactId),
    ContactName: row.contactName,
    DocumentNumber: numberOf(row),
    Amount: cents / 100,
    Fee: feeCents / 100,
    Net: (cents - feeCents) / 100,
    CurrencyCode: row.currencyCode,
    TransferId: row.payoutUid,
    Status: row.status as GatewayTransaction['Status'],
  }
}

export const presentTransfer = (row: TransferRow, timeZone: string): GatewayTransfer => ({
  Id: row.uid,
  Date: dayIn(timeZone, new Date(row.startedAt)),
  ArrivalDate: row.arrivalOn === null ? null : dayOf(new Date(row.arrivalOn)),
  Amount: toCents(row.amount) / 100,
  CurrencyCode: row.currencyCode,
  Status: row.status as GatewayTransfer['Status'],
  IsReversal: row.reversedUid !== null,
  ReversedTransferId: row.reversedUid,
  TransactionCount: row.count,
  BankAccount: row.bankAccount,
})

export const presentGatewayChoice = ({ id, name }: PaymentGateway): Queryable => ({
  Expression: name,
  ElementType: 'PaymentGateway',
  Provider: 'payment-gateway-reports',
  Id: id,
  Name: name,
})
