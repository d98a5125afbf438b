import type { AccountRef, PostingLine } from '#areas/finance/books/journal/journal.service'
import type { MovementType } from '../payment-processor.port.ts'

/** A movement of the balance, as the books need it. Amounts are in cents. */
export interface StoredMovement {
  uid: string
  type: MovementType
  cents: number
  feeCents: number
}

/** The accounts of a gateway in the books. */
export interface GatewayAccounts {
  /** What the processor has for the tenant. */
  deposit: AccountRef
  /** What transfers arrive in; null leaves them out of the books. */
  transfer: AccountRef | null
}

/** Moves an amount from one account to another; a negative one the other way. */
export const transferOf = (cents: number, from: AccountRef, to: AccountRef): PostingLine[] =>
  cents === 0
    ? []
    : [
        { account: to, classId: null, cents },
        { account: from, classId: null, cents: -cents },
      ]

/**
 * Returns where the amount of a movement comes from; null if nothing is posted. Sales and refunds have documents, or
 * entries of their charge; an adjustment is something that the processor charges by itself.
 */
const counterpartOf = (type: MovementType, { transfer }: GatewayAccounts): AccountRef | null => {
  if (type === 'Dispute' || type === 'DisputeReversal') return 'disputed-funds'
  if (type === 'Transfer' || type === 'TransferReversal') return transfer
  return type === 'Adjustment' ? 'processing-fees' : null
}

/** Returns what a movement posts: its fee, and its amount unless something else posts that. */
export const makeMovementLines = (
  { type, cents, feeCents }: StoredMovement,
  accounts: GatewayAccounts,
): PostingLine[] => {
  const counterpart = counterpartOf(type, accounts)
  return [
    ...(counterpart === null ? [] : transferOf(cents, counterpart, accounts.deposit)),
    ...transferOf(feeCents, accounts.deposit, 'processing-fees'),
  ]
}

const CREDIT_CARD = 3
const ACH = 4

/** Returns the type of the payment: a card has a brand, a bank debit has none. */
export const paymentTypeOf = ({ cardBrand }: { cardBrand: string | null }): number =>
  cardBrand === null ? ACH : CREDIT_CARD

/**
 * Returns whether the books return the money of a charge with these disputes: one was won, after which the processor
 * does not refund the charge, and none is open.
 */
export const areRefundedByBooks = (disputes: readonly { status: string; isChargeRefundable: boolean }[]): boolean =>
  disputes.some(({ status, isChargeRefundable }) => status === 'won' && !isChargeRefundable) &&
  disputes.every(({ status }) => status === 'won' || status === 'lost' || status === 'warning_closed')

/** Returns whether a refund causes movements of a type. */
export const isOfRefund = (type: MovementType): boolean => type === 'Refund' || type === 'RefundReversal'

/** Returns whether the money of a refund has left the balance. One that failed has come back. */
export const isPaidOut = ({ status }: { status: string }): boolean => status === 'succeeded' || status === 'pending'
