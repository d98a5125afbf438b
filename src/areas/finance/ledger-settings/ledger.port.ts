import type { AccountType } from '#areas/finance/books/accounts/accounts.queries'
import type { Day } from '#kernel/time/calendar'

/** The lists of a ledger whose records are the counterparts of records of the service. */
export type LedgerList = 'account' | 'class' | 'discount' | 'item' | 'paymentMethod' | 'taxCode'

/** An active record of a ledger. */
export interface LedgerRecord {
  /** As the ledger spells it. */
  id: string
  /** With the names of its parents before it, separated by colons. */
  name: string
  /** The type of an account; null or absent if the ledger has types that the books do not have. */
  type?: AccountType | null
  /** The class of an item, which has precedence over that of a line. */
  classId?: string | null
  /** The account that an item is posted to. */
  accountId?: string | null
}

export type LedgerDocumentKind = 'invoice' | 'creditMemo' | 'payment' | 'refund'

/** A line of an invoice or a credit memo. Amounts are in cents, without discount and tax. */
export interface LedgerLine {
  itemId: string
  classId: string | null
  taxCodeId: string | null
  description: string
  quantity: number
  amount: number
  serviceOn: Day | null
}

/** The part of a payment that pays an invoice, or uses a credit memo. */
export interface AppliedPart {
  kind: 'invoice' | 'creditMemo'
  id: string
  amount: number
}

export interface LedgerCustomer {
  /** Ends with `suffix`. */
  name: string
  /** The id of the contact in parentheses, which makes the name unique. */
  suffix: string
}

interface DocumentHead {
  kind: LedgerDocumentKind
  /** As it is printed: INV-12. */
  number: string
  customerId: string
  datedOn: Day
}

/** A document as the ledger gets it. All ids are those of the ledger, all amounts cents. */
export type LedgerDocument = DocumentHead &
  (
    | {
        kind: 'invoice' | 'creditMemo'
        dueOn: Day | null
        lines: readonly LedgerLine[]
        /** The sum of each discount. */
        discounts: readonly { discountId: string; amount: number }[]
        shipping: number
        tax: number
        total: number
      }
    | {
        kind: 'payment'
        /** 0 for the application of a credit memo. */
        total: number
        methodId: string | null
        depositAccountId: string | null
        applied: readonly AppliedPart[]
      }
    | { kind: 'refund'; total: number; accountId: string; receivableAccountId: string }
  )

/** A document in the ledger, and the version that a change must state. */
export interface SavedDocument {
  id: string
  version: string
}

/**
 * A ledger, as the embedded one and the online one implement it. Opened for one tenant. All functions throw LedgerFault.
 * A creation with a request id that the ledger has seen returns the document that the first request created. Ledgers forget
 * request ids, so the id is stored with the document too, and `find` finds what a creation has made.
 */
export interface Ledger {
  /** The number of discounts that a document can have. */
  readonly maxDiscounts: number
  /** Lists all active records of a list, in no particular order. */
  listRecords(list: LedgerList): Promise<LedgerRecord[]>
  /** Creates a customer. Names are unique. */
  createCustomer(customer: LedgerCustomer, requestId: string): Promise<SavedDocument>
  /** Finds the customer that a creation made; null if there is none. */
  findCustomer(customer: LedgerCustomer, requestId: string): Promise<SavedDocument | null>
  renameCustomer(id: string, customer: LedgerCustomer): Promise<void>
  createDocument(document: LedgerDocument, requestId: string): Promise<SavedDocument>
  /** Finds the document that a creation made, void ones included; null if there is none. */
  findDocument(
    document: Pick<DocumentHead, 'kind' | 'number' | 'datedOn'>,
    requestId: string,
  ): Promise<SavedDocument | null>
  /** @param requestId that of its creation, which stays in the document. */
  updateDocument(document: LedgerDocument, saved: SavedDocument, requestId: string): Promise<SavedDocument>
  voidDocument(kind: LedgerDocumentKind, saved: SavedDocument): Promise<SavedDocument>
  /** Reads the current version of a document. */
  readDocument(kind: LedgerDocumentKind, id: string): Promise<SavedDocument>
}

const MESSAGES = {
  'not-connected': 'The ledger is not connected. Connect it in the ledger settings.',
  unavailable: 'The ledger does not respond. Try again later.',
  throttled: 'The ledger accepts no more requests at the moment. Try again in a minute.',
  rejected: 'The ledger rejected the request.',
  stale: 'The document was changed in the ledger.',
  'duplicate-number': 'The ledger already has another document with this number. Change the number there.',
  'duplicate-name': 'The ledger already has another customer, vendor or employee with this name. Rename it there.',
  'closed-period': 'The ledger has closed the period of the document. Open the period there.',
  inactive:
    'A record that the document uses is inactive or deleted in the ledger. Activate it there, or map another one.',
} as const

export type LedgerFaultCode = keyof typeof MESSAGES

/** Why a call of the ledger failed. Its message is for users and contains no secret. */
export class LedgerFault extends Error {
  override readonly name = 'LedgerFault'
  readonly code: LedgerFaultCode

  constructor(code: LedgerFaultCode, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(detail ? `${MESSAGES[code]} ${detail}` : MESSAGES[code], cause === undefined ? undefined : { cause })
    this.code = code
  }

  /** Whether the ledger has certainly not carried out the request. */
  get isDefinite(): boolean {
    return this.code !== 'unavailable'
  }

  /** Whether the same request can succeed later without a change. */
  get isTemporary(): boolean {
    return this.code === 'unavailable' || this.code === 'throttled'
  }
}

/** The two implementations, as LdgConnectorId shows them. */
export const CONNECTORS = { embedded: 1, online: 2 } as const

export const getConnectorName = (connectorId: number): string =>
  connectorId === CONNECTORS.online ? 'Online ledger' : 'Embedded ledger'
