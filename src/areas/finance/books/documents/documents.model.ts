/** The kinds of documents. Each has its own numbers, without gaps. */
export type DocumentKind = 'invoice' | 'payment' | 'credit' | 'refund' | 'writeoff'

interface DocumentForm {
  /** What is printed before the number, and a hyphen. */
  prefix: string
  noun: string
  table: string
  /** The name of its id in the payload of events. */
  idName: string
}

/** What all kinds have in different words. The rules of a kind are in its own service. */
const FORMS: Record<DocumentKind, DocumentForm> = {
  invoice: { prefix: 'INV', noun: 'invoice', table: 'invoice', idName: 'invoiceId' },
  payment: { prefix: 'PAY', noun: 'payment', table: 'payment', idName: 'paymentId' },
  credit: { prefix: 'CR', noun: 'credit', table: 'credit', idName: 'creditId' },
  refund: { prefix: 'REF', noun: 'refund', table: 'refund', idName: 'refundId' },
  writeoff: { prefix: 'WO', noun: 'write-off', table: 'write_off', idName: 'writeOffId' },
}

/** Returns the noun of a kind in sentences: "write-off". */
export const nounOf = (kind: DocumentKind): string => FORMS[kind].noun

export const tableOf = (kind: DocumentKind): string => FORMS[kind].table

/** Returns what is printed before the number of a document: "INV-". */
export const numberPrefix = (kind: DocumentKind): string => `${FORMS[kind].prefix}-`

/** Returns the number of a document as it is printed: INV-12. */
export const formatNumber = (kind: DocumentKind, number: number): string => `${numberPrefix(kind)}${number}`

/** A document with the fields that its events have. */
export interface DocumentHead {
  id: number
  number: number
  contactId: number
}

/** Returns the payload of the events of a document. */
export const payloadOf = (kind: DocumentKind, { id, number, contactId }: DocumentHead): Record<string, number> => ({
  [FORMS[kind].idName]: id,
  number,
  contactId,
})

/** The largest amount that a document can have, in cents: numeric(14, 2) of the database. */
export const MAX_DOCUMENT_CENTS = 99_999_999_999_999
