import { shareOf } from '#kernel/money/cents'
import { addDays } from '#kernel/time/calendar'
import type {
  CountryState,
  DisputeStatus,
  MovementType,
  PayoutStatus,
  RefundStatus,
  Requirements,
} from '../payment-processor.port.ts'

/** The objects of the sandbox, as they are stored. Times are RFC 3339. */
export interface SandboxAccount {
  chargesEnabled: boolean
  payoutsEnabled: boolean
  requirements: Requirements
}

export interface SandboxBank {
  bankName: string
  lastFour: string
  currencyCode: string
  isDefault: boolean
  isVerified: boolean
}

export interface SandboxCharge {
  authorization: string
  reference: string
  token: string
  cents: number
  capturedCents: number
  refundedCents: number
  currencyCode: string
  status: 'authorized' | 'pending' | 'succeeded' | 'failed' | 'canceled'
  description: string | null
  failureCode: string | null
  failureMessage: string | null
  /** The request that captured it. */
  captureKey: string | null
}

/** A payment page. */
export interface SandboxPage {
  reference: string
  cents: number
  currencyCode: string
  description: string
  returnUrl: string
  cancelUrl: string
  expiresAt: string
  isEnded: boolean
  /** The authorized charge, when it is paid. */
  charge: string | null
  /** The means of payment that its payer has tried. */
  attempts: number
}

export interface SandboxRefund {
  key: string
  cents: number
  status: RefundStatus
  failureMessage: string | null
}

export interface SandboxDispute {
  cents: number
  currencyCode: string
  status: DisputeStatus
  reason: string
  networkReasonCode: string
  openedAt: string
  dueBy: string
  evidence: Record<string, string>
  submissionCount: number
}

export interface SandboxMovement {
  type: MovementType
  cents: number
  feeCents: number
  currencyCode: string
  description: string | null
  payout: string | null
}

export interface SandboxPayout {
  cents: number
  currencyCode: string
  status: PayoutStatus
  arrivalOn: string
  bankAccount: string
  bank: string
}

/** What happens with a means of payment. */
export interface Script {
  brand: string | null
  lastFour: string
  decline?: { code: string; message: string }
  dispute?: { reason: string; networkReasonCode: string; isInquiry: boolean }
  /** A bank debit: pending until the next banking day. */
  debit?: 'succeeds' | 'fails'
  refundsFail?: boolean
}

const declined = (lastFour: string, code: string, message: string): Script => ({
  brand: 'visa',
  lastFour,
  decline: { code, message },
})

const disputed = (lastFour: string, reason: string, networkReasonCode: string, isInquiry = false): Script => ({
  brand: 'visa',
  lastFour,
  dispute: { reason, networkReasonCode, isInquiry },
})

/** The test tokens, as large processors publish them. */
export const SCRIPTS: ReadonlyMap<string, Script> = new Map<string, Script>([
  ['tok_visa', { brand: 'visa', lastFour: '4242' }],
  ['tok_mastercard', { brand: 'mastercard', lastFour: '4444' }],
  ['tok_amex', { brand: 'amex', lastFour: '8431' }],
  ['tok_discover', { brand: 'discover', lastFour: '9424' }],
  ['tok_chargeDeclined', declined('0002', 'card_declined', 'Your card was declined.')],
  ['tok_chargeDeclinedInsufficientFunds', declined('9995', 'insufficient_funds', 'Your card has insufficient funds.')],
  ['tok_chargeDeclinedExpiredCard', declined('0069', 'expired_card', 'Your card has expired.')],
  ['tok_chargeDeclinedIncorrectCvc', declined('0127', 'incorrect_cvc', "Your card's security code is incorrect.")],
  ['tok_createDispute', disputed('0259', 'fraudulent', '10.4')],
  ['tok_createDisputeProductNotReceived', disputed('2685', 'product_not_received', '13.1')],
  ['tok_createDisputeInquiry', disputed('1976', 'general', '10.4', true)],
  ['tok_bankDebit', { brand: null, lastFour: '6789', debit: 'succeeds' }],
  ['tok_bankDebitFails', { brand: null, lastFour: '1116', debit: 'fails' }],
  ['tok_refundFail', { brand: 'visa', lastFour: '5126', refundsFail: true }],
])

/** Texts in uncategorized_text that decide a dispute when it is reviewed. */
export const WINNING_EVIDENCE = 'winning_evidence'
export const LOSING_EVIDENCE = 'losing_evidence'

const FEE_PERMILLE = 29
const FIXED_FEE_CENTS = 30
export const DISPUTE_FEE_CENTS = 1500
/** The bank account with these digits rejects payouts. */
export const REJECTING_BANK = '1116'
const RESPONSE_DAYS = 14
const REQUIREMENT_DAYS = 30

/** Returns the fee of a sale: 2.9 % and 30 cents, never more than the amount. */
export const computeSaleFee = (cents: number): number =>
  Math.min(cents, shareOf(cents, FEE_PERMILLE, 1000) + FIXED_FEE_CENTS)

export const makeAccount = (today: string): SandboxAccount => ({
  chargesEnabled: true,
  payoutsEnabled: true,
  requirements: {
    currentlyDue: ['representative.identity_document'],
    pastDue: [],
    deadline: `${addDays(today, REQUIREMENT_DAYS)}T00:00:00.000Z`,
    futureDue: ['company.tax_id'],
    futureDeadline: null,
    disabledReason: null,
    updateUrl: null,
  },
})

export const makeBanks = (currencyCode: string): SandboxBank[] => [
  { bankName: 'First Harbor Bank', lastFour: '6789', currencyCode, isDefault: true, isVerified: true },
  { bankName: 'Lakeside Credit Union', lastFour: '4321', currencyCode, isDefault: false, isVerified: true },
  { bankName: 'Closed Accounts Bank', lastFour: REJECTING_BANK, currencyCode, isDefault: false, isVerified: true },
  { bankName: 'New Savings Bank', lastFour: '0000', currencyCode, isDefault: false, isVerified: false },
]

/** Returns the requirement that a document satisfies. */
export const requirementOf = (purpose: string): string => `representative.${purpose}`

export const makeDispute = (
  { reason, networkReasonCode, isInquiry }: NonNullable<Script['dispute']>,
  { cents, currencyCode }: { cents: number; currencyCode: string },
  now: Date,
): SandboxDispute => ({
  cents,
  currencyCode,
  reason,
  networkReasonCode,
  evidence: {},
  submissionCount: 0,
  status: isInquiry ? 'warning_needs_response' : 'needs_response',
  openedAt: now.toISOString(),
  dueBy: `${addDays(now.toISOString().slice(0, 10), RESPONSE_DAYS)}T23:59:59.000Z`,
})

/** Returns the outcome of a dispute on a banking day; its own status if nothing is decided. */
export const reviewStatus = ({ status, evidence, dueBy }: SandboxDispute, now: Date): DisputeStatus => {
  const isLate = now.getTime() > Date.parse(dueBy)
  if (status === 'needs_response') return isLate ? 'lost' : status
  if (status === 'warning_needs_response') return isLate ? 'warning_closed' : status
  const text = evidence.uncategorized_text
  if (text !== WINNING_EVIDENCE && text !== LOSING_EVIDENCE) return status
  if (status === 'warning_under_review') return 'warning_closed'
  if (status === 'under_review') return text === WINNING_EVIDENCE ? 'won' : 'lost'
  return status
}

const country = (code: string, name: string, defaultCurrencyCode: string, ...others: string[]): CountryState => ({
  code,
  name,
  defaultCurrencyCode,
  currencyCodes: [defaultCurrencyCode, ...others],
})

export const COUNTRIES: readonly CountryState[] = [
  country('AU', 'Australia', 'AUD'),
  country('AT', 'Austria', 'EUR', 'CHF', 'GBP', 'USD'),
  country('CA', 'Canada', 'CAD', 'USD'),
  country('FR', 'France', 'EUR', 'CHF', 'GBP', 'USD'),
  country('DE', 'Germany', 'EUR', 'CHF', 'GBP', 'USD'),
  country('IE', 'Ireland', 'EUR', 'GBP', 'USD'),
  country('NZ', 'New Zealand', 'NZD'),
  country('CH', 'Switzerland', 'CHF', 'EUR', 'GBP', 'USD'),
  country('GB', 'United Kingdom', 'GBP', 'EUR', 'USD'),
  country('US', 'United States', 'USD'),
]
