import { formatDocumentNumber } from '#areas/finance/books/book-documents.queries'
import type {
  ChargeRefund,
  GatewayCharge as GatewayChargeShape,
  PayprocCharge,
} from '#contract/finance/payment-processor'
import type { ChargeState } from '../payment-processor.port.ts'
import type { BookedRefund, GatewayCharge } from './charges.queries.ts'

export const presentCharge = (charge: GatewayCharge): GatewayChargeShape => ({
  EPaymentTransactionId: charge.id,
  AuditId: charge.auditId,
  ChargeId: charge.uid,
  PaymentGatewayId: charge.account.gateway.id,
  ContactId: charge.contact?.deletedAt === null ? charge.contactId : null,
  Amount: charge.amount.toNumber(),
  AmountCaptured: charge.amountCaptured.toNumber(),
  AmountRefunded: charge.amountRefunded.toNumber(),
  CurrencyCode: charge.currencyCode,
  Status: charge.status as GatewayChargeShape['Status'],
  Description: charge.description,
  CreatedDate: charge.createdAt.toISOString(),
  LastFour: charge.lastFour,
  CardBrand: charge.cardBrand,
  FailureCode: charge.failureCode,
  FailureMessage: charge.failureMessage,
  PaymentId: charge.payment?.id ?? null,
  DocumentNumber: charge.payment && formatDocumentNumber('payment', charge.payment.number),
})

export const presentChargeRefund = (refund: BookedRefund): ChargeRefund => ({
  ProcessorRefundId: refund.id,
  RefundUID: refund.uid,
  Amount: refund.amount.toNumber(),
  Status: refund.status as ChargeRefund['Status'],
  FailureMessage: refund.failureMessage,
  CreatedDate: refund.createdAt.toISOString(),
  RefundId: refund.refund?.id ?? null,
  DocumentNumber: refund.refund && formatDocumentNumber('refund', refund.refund.number),
})

/** A charge as the documents show it: an authorization that was not captured is pending, or failed. */
const STATUSES = {
  authorized: 'pending',
  pending: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
} as const

export const presentProcessorCharge = (state: ChargeState): PayprocCharge => ({
  ChargeId: state.uid,
  // What is authorized was not charged yet; what was released never was.
  Amount: (state.status === 'succeeded' ? state.capturedCents : state.cents) / 100,
  AmountRefunded: state.refundedCents / 100,
  CurrencyCode: state.currencyCode,
  Status: STATUSES[state.status],
  Description: state.description,
  CreatedDate: state.createdAt.toISOString(),
  LastFour: state.lastFour,
  CardBrand: state.cardBrand,
  FailureMessage: state.failureMessage ?? (state.status === 'canceled' ? 'The authorization was canceled.' : null),
})
