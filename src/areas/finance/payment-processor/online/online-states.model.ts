import type Stripe from 'stripe'
import type {
  AccountState,
  BalanceState,
  BankAccountState,
  ChargeState,
  ChargeStatus,
  CountryState,
  DisputeState,
  DisputeStatus,
  MovementState,
  MovementType,
  PayoutState,
  PayoutStatus,
  RefundState,
  RefundStatus,
} from '../payment-processor.port.ts'
import { isOfRefund } from '../postings/postings.model.ts'

/** Maps the objects of the processor to the states of the port. */

const timeOf = (seconds: number): Date => new Date(seconds * 1000)

const textOf = (seconds: number | null | undefined): string | null => (seconds ? timeOf(seconds).toISOString() : null)

const idOf = (value: { id: string } | string | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** Returns an expanded object in a list, which is empty if the processor sent only its id. */
const expanded = <T extends object>(value: T | string | null | undefined): T[] =>
  typeof value === 'object' && value !== null ? [value] : []

export const mapAccount = (account: Stripe.Account): AccountState => {
  const { requirements: now, future_requirements: later } = account
  return {
    uid: account.id,
    currencyCode: (account.default_currency ?? 'usd').toUpperCase(),
    timeZone: account.settings?.dashboard.timezone ?? null,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    requirements: {
      currentlyDue: now?.currently_due ?? [],
      pastDue: now?.past_due ?? [],
      deadline: textOf(now?.current_deadline),
      futureDue: later?.currently_due ?? [],
      futureDeadline: textOf(later?.current_deadline),
      disabledReason: now?.disabled_reason ?? null,
      updateUrl: null,
    },
  }
}

const names = new Intl.DisplayNames(['en'], { type: 'region' })

export const mapCountry = (spec: Stripe.CountrySpec): CountryState => ({
  code: spec.id,
  name: names.of(spec.id) ?? spec.id,
  defaultCurrencyCode: spec.default_currency.toUpperCase(),
  currencyCodes: Object.keys(spec.supported_bank_account_currencies)
    .map((code) => code.toUpperCase())
    .sort(),
})

const UNVERIFIED = new Set(['errored', 'verification_failed', 'tokenized_account_number_deactivated'])

export const mapBankAccount = (bank: Stripe.BankAccount, hasPendingPayout: boolean): BankAccountState => ({
  uid: bank.id,
  bankName: bank.bank_name,
  lastFour: bank.last4,
  currencyCode: bank.currency.toUpperCase(),
  isDefault: bank.default_for_currency === true,
  isVerified: !UNVERIFIED.has(bank.status),
  hasPendingPayout,
})

export const mapBalance = ({ available, pending }: Stripe.Balance): BalanceState[] => {
  const totals = new Map<string, number>()
  for (const { currency, amount } of [...available, ...pending]) {
    const code = currency.toUpperCase()
    totals.set(code, (totals.get(code) ?? 0) + amount)
  }
  return [...totals].map(([currencyCode, cents]) => ({ currencyCode, cents }))
}

export const mapCharge = (charge: Stripe.Charge, refunds: readonly Stripe.Refund[]): ChargeState => {
  const means = charge.payment_method_details
  const releases = refunds.filter((refund) => isRelease(charge, refund))
  const releasedCents = releases.reduce((sum, { amount }) => sum + amount, 0)
  return {
    uid: charge.id,
    authorization: idOf(charge.payment_intent),
    reference: charge.metadata.request ?? null,
    cents: charge.amount,
    capturedCents: charge.amount_captured,
    refundedCents: Math.min(charge.amount_refunded - releasedCents, charge.amount_captured),
    currencyCode: charge.currency.toUpperCase(),
    status: chargeStatus(charge),
    description: charge.description,
    createdAt: timeOf(charge.created),
    cardBrand: means?.card?.brand ?? null,
    lastFour: means?.card?.last4 ?? means?.us_bank_account?.last4 ?? means?.sepa_debit?.last4 ?? null,
    failureCode: charge.failure_code,
    failureMessage: charge.failure_message,
    refunds: refunds.filter((refund) => !releases.includes(refund)).map(mapRefund),
    movements: [
      ...expanded(charge.balance_transaction).map((movement) => mapMovement(movement)),
      ...refunds.flatMap((refund) =>
        [...expanded(refund.balance_transaction), ...expanded(refund.failure_balance_transaction)].map((movement) =>
          mapMovement(movement, refund.id),
        ),
      ),
    ],
  }
}

/**
 * Returns whether a refund only releases what was authorized and not captured: a cancellation, or the rest of a partial
 * capture.
 */
const isRelease = (charge: Stripe.Charge, { amount, balance_transaction: movement }: Stripe.Refund): boolean => {
  if (!charge.captured) return true
  if (movement === null) return amount === charge.amount - charge.amount_captured
  return typeof movement === 'object' && movement.reporting_category === 'partial_capture_reversal'
}

const chargeStatus = ({ status, captured, refunded }: Stripe.Charge): ChargeStatus => {
  if (status === 'pending') return 'pending'
  if (status !== 'succeeded') return 'failed'
  if (captured) return 'succeeded'
  return refunded ? 'canceled' : 'authorized'
}

const mapRefund = (refund: Stripe.Refund): RefundState => ({
  uid: refund.id,
  key: refund.metadata?.request ?? null,
  cents: refund.amount,
  status: refundStatus(refund.status),
  failureMessage: refund.failure_reason ?? null,
  createdAt: timeOf(refund.created),
})

const refundStatus = (status: string | null): RefundStatus => {
  if (status === 'succeeded' || status === 'failed' || status === 'canceled') return status
  return 'pending'
}

const TYPES: ReadonlyMap<string, MovementType> = new Map<string, MovementType>([
  ['charge', 'Sale'],
  ['refund', 'Refund'],
  ['refund_failure', 'RefundReversal'],
  // The processor books the whole authorization as a charge, and takes back what was not captured.
  ['partial_capture_reversal', 'Sale'],
  ['dispute', 'Dispute'],
  ['dispute_reversal', 'DisputeReversal'],
  ['payout', 'Transfer'],
  ['payout_reversal', 'TransferReversal'],
])

/**
 * Maps a movement of the balance.
 *
 * @param refund the refund that moved the money, if it is known; else the source of the movement is one.
 */
export const mapMovement = (movement: Stripe.BalanceTransaction, refund?: string): MovementState => {
  const type = TYPES.get(movement.reporting_category) ?? 'Adjustment'
  return { ...stateOf(movement), type, refund: isOfRefund(type) ? (refund ?? idOf(movement.source)) : null }
}

const stateOf = (movement: Stripe.BalanceTransaction): Omit<MovementState, 'type' | 'refund'> => ({
  uid: movement.id,
  occurredAt: timeOf(movement.created),
  cents: movement.amount,
  feeCents: movement.fee,
  currencyCode: movement.currency.toUpperCase(),
  description: movement.description,
  status: movement.status === 'pending' ? 'Pending' : 'Settled',
})

const DISPUTE_STATUSES: ReadonlyMap<string, DisputeStatus> = new Map<string, DisputeStatus>([
  ['warning_needs_response', 'warning_needs_response'],
  ['warning_under_review', 'warning_under_review'],
  ['warning_closed', 'warning_closed'],
  ['needs_response', 'needs_response'],
  ['under_review', 'under_review'],
  ['won', 'won'],
  ['lost', 'lost'],
  // The documents have no status of their own for these.
  ['prevented', 'warning_closed'],
  ['appeal_needs_response', 'needs_response'],
  ['appeal_under_review', 'under_review'],
])

export const mapDispute = (dispute: Stripe.Dispute): DisputeState => ({
  uid: dispute.id,
  charge: idOf(dispute.charge) ?? '',
  cents: dispute.amount,
  currencyCode: dispute.currency.toUpperCase(),
  status: DISPUTE_STATUSES.get(dispute.status) ?? 'under_review',
  reason: dispute.reason,
  networkReasonCode: dispute.network_reason_code ?? null,
  isChargeRefundable: dispute.is_charge_refundable,
  openedAt: timeOf(dispute.created),
  dueBy: dispute.evidence_details.due_by ? timeOf(dispute.evidence_details.due_by) : null,
  evidence: evidenceOf(dispute.evidence),
  submissionCount: dispute.evidence_details.submission_count,
  movements: dispute.balance_transactions.map((movement) => mapMovement(movement)),
  raw: dispute,
})

/** Returns the fields with a value. Files are sent as ids unless they were expanded. */
const evidenceOf = (evidence: Stripe.Dispute.Evidence): Record<string, string> =>
  Object.fromEntries(
    Object.entries(evidence).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  )

const PAYOUT_STATUSES: ReadonlyMap<string, PayoutStatus> = new Map<string, PayoutStatus>([
  ['pending', 'Pending'],
  ['in_transit', 'InTransit'],
  ['paid', 'Paid'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
])

export const mapPayout = (payout: Stripe.Payout, contents: MovementState[]): PayoutState => {
  const [bank] = expanded(payout.destination).flatMap((target) =>
    'bank_name' in target ? [`${target.bank_name ?? 'Bank'} ****${target.last4}`] : [],
  )
  return {
    uid: payout.id,
    cents: payout.amount,
    currencyCode: payout.currency.toUpperCase(),
    status: PAYOUT_STATUSES.get(payout.status) ?? 'Pending',
    startedAt: timeOf(payout.created),
    arrivalOn: timeOf(payout.arrival_date).toISOString().slice(0, 10),
    bankAccount: bank ?? null,
    movements: [...expanded(payout.balance_transaction), ...expanded(payout.failure_balance_transaction)].map(
      (movement) => mapMovement(movement),
    ),
    contents,
  }
}
