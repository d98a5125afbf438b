/** The interface to the payment processor. Amounts are whole cents. Card numbers never pass it: only tokens do. */
export interface PaymentProcessor {
  readonly isTestMode: boolean
  getAccount(account: string): Promise<AccountState>
  listCountries(): Promise<CountryState[]>
  listBankAccounts(account: string): Promise<BankAccountState[]>
  makeBankAccountDefault(account: string, bank: string): Promise<BankAccountState>
  removeBankAccount(account: string, bank: string): Promise<void>
  uploadFile(account: string, file: FileToUpload): Promise<FileState>
  authorize(account: string, request: AuthorizationRequest): Promise<ChargeState>
  /** Captures an authorization, or a part of it; the rest is released. */
  capture(account: string, request: CaptureRequest): Promise<ChargeState>
  cancel(account: string, request: CancelRequest): Promise<ChargeState>
  refund(account: string, request: RefundRequest): Promise<ChargeState>
  /** Opens a page on which the payer authorizes a payment; it is captured later. */
  openPage(account: string, request: PageRequest): Promise<PageState>
  getPage(account: string, page: string): Promise<PageState>
  /** Ends a page, unless it is paid, so that it can no longer be paid. Returns its state. */
  expirePage(account: string, page: string): Promise<PageState>
  getCharge(account: string, charge: string): Promise<ChargeState>
  /** Returns charges of a span of time, the newest first. @param after the last charge of the page before */
  listCharges(account: string, span: ChargeSpan): Promise<ChargePage>
  getDispute(account: string, dispute: string): Promise<DisputeState>
  saveEvidence(account: string, dispute: string, change: EvidenceChange): Promise<DisputeState>
  /** Returns the balance of each currency, with what is not available yet. */
  getBalance(account: string): Promise<BalanceState[]>
  getPayout(account: string, payout: string): Promise<PayoutState>
}

/** Why the processor did not do what was requested. */
export type FaultKind =
  /** It did not respond, or not in time: whether it did it is not known. */
  | 'unavailable'
  /** The object does not exist. */
  | 'missing'
  /** It rejects the request, and would reject a repeat. */
  | 'refused'

/** A failure of the processor. Its message is for people, and contains no secret. */
export class ProcessorFault extends Error {
  override readonly name = 'ProcessorFault'
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

export interface AccountState {
  uid: string
  currencyCode: string
  /** IANA name; null if the processor does not report it. */
  timeZone: string | null
  chargesEnabled: boolean
  payoutsEnabled: boolean
  requirements: Requirements
}

/** The facts that the processor requires for an account, as it names them. Times are RFC 3339. */
export interface Requirements {
  currentlyDue: string[]
  pastDue: string[]
  deadline: string | null
  futureDue: string[]
  futureDeadline: string | null
  disabledReason: string | null
  updateUrl: string | null
}

export interface CountryState {
  code: string
  name: string
  defaultCurrencyCode: string
  currencyCodes: string[]
}

export interface BankAccountState {
  uid: string
  bankName: string | null
  lastFour: string | null
  currencyCode: string
  isDefault: boolean
  isVerified: boolean
  /** Whether a payout to it is under way. */
  hasPendingPayout: boolean
}

export type FilePurpose = 'identity_document' | 'additional_document' | 'address_document' | 'dispute_evidence'

export interface FileToUpload {
  name: string
  purpose: FilePurpose
  contentType: string
  bytes: Buffer
  key: string
}

export interface FileState {
  uid: string
  name: string
  size: number
  createdAt: Date
}

/** The key of a request: the processor does a request with a known key no second time, and returns the first result. */
interface KeyedRequest {
  key: string
}

export interface AuthorizationRequest extends KeyedRequest {
  /** The means of payment at the processor. */
  token: string
  cents: number
  currencyCode: string
  description: string | null
  capturesAtOnce: boolean
  /** Returned with the charge, by which its events are assigned to the request. */
  reference: string
}

export interface CaptureRequest extends KeyedRequest {
  authorization: string
  cents: number
}

export interface CancelRequest extends KeyedRequest {
  authorization: string
}

export interface RefundRequest extends KeyedRequest {
  charge: string
  cents: number
}

export interface PageRequest extends KeyedRequest {
  cents: number
  currencyCode: string
  description: string
  /** Returned with the charge, as that of an authorization. */
  reference: string
  /** The addresses to which the payer returns: after the payment, and without one. */
  returnUrl: string
  cancelUrl: string
  expiresAt: Date
}

/** A page of the processor. Its payer can try several means of payment until one is authorized. */
export interface PageState {
  uid: string
  /** An address, or a path of this server; null for a page that is no longer open. */
  url: string | null
  status: 'open' | 'paid' | 'expired'
  /** The authorized charge of a paid page. */
  charge: string | null
}

export type ChargeStatus = 'authorized' | 'pending' | 'succeeded' | 'failed' | 'canceled'

export interface ChargeState {
  uid: string
  authorization: string | null
  reference: string | null
  cents: number
  capturedCents: number
  refundedCents: number
  currencyCode: string
  status: ChargeStatus
  description: string | null
  createdAt: Date
  cardBrand: string | null
  lastFour: string | null
  failureCode: string | null
  failureMessage: string | null
  refunds: RefundState[]
  /** What it, and its refunds, moved on the balance. */
  movements: MovementState[]
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled'

export interface RefundState {
  uid: string
  /** The key of the request; null for a refund that was made elsewhere. */
  key: string | null
  cents: number
  status: RefundStatus
  failureMessage: string | null
  createdAt: Date
}

export interface ChargeSpan {
  from: Date
  /** Not included. */
  to: Date
  after: string | null
  limit: number
}

export interface ChargePage {
  charges: ChargeState[]
  /** Where the next page begins; null after the last page. */
  after: string | null
}

export type MovementType =
  | 'Sale'
  | 'Refund'
  /** The money of a failed refund came back. */
  | 'RefundReversal'
  | 'Dispute'
  | 'DisputeReversal'
  | 'Transfer'
  | 'TransferReversal'
  | 'Adjustment'

/** A movement of a balance. */
export interface MovementState {
  uid: string
  type: MovementType
  occurredAt: Date
  /** Before fees; negative if money left the account. */
  cents: number
  /** Negative for a returned fee. */
  feeCents: number
  currencyCode: string
  description: string | null
  status: 'Pending' | 'Settled' | 'Failed'
  /** The id of the refund that moved the money, or whose money came back; null for other movements. */
  refund: string | null
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

export interface DisputeState {
  uid: string
  charge: string
  cents: number
  currencyCode: string
  status: DisputeStatus
  reason: string
  networkReasonCode: string | null
  isChargeRefundable: boolean
  openedAt: Date
  dueBy: Date | null
  /** The evidence fields with a value, by their documented names. */
  evidence: Record<string, string>
  submissionCount: number
  movements: MovementState[]
  raw: object
}

export interface EvidenceChange {
  /** The fields that change; an empty text clears one. */
  evidence: Record<string, string>
  isSubmitted: boolean
  key: string
}

export interface BalanceState {
  currencyCode: string
  cents: number
}

export type PayoutStatus = 'Pending' | 'InTransit' | 'Paid' | 'Failed' | 'Canceled'

export interface PayoutState {
  uid: string
  cents: number
  currencyCode: string
  status: PayoutStatus
  startedAt: Date
  /** YYYY-MM-DD. */
  arrivalOn: string | null
  bankAccount: string | null
  /** Its own movement, and the one that brought it back. */
  movements: MovementState[]
  /** The movements that it paid out. */
  contents: MovementState[]
}

/** What an event is about. */
export type EventSubject = 'charge' | 'page' | 'dispute' | 'payout' | 'account'

/** An event of the processor: an object has changed. Its state is read again, so the order of events does not matter. */
export interface ReceivedEvent {
  uid: string
  account: string
  subject: EventSubject
  subjectUid: string
}
