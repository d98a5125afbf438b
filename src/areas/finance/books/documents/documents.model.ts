/** The kinds of documents. Each has its own numbers, without gaps. */
export type DocumentKind = 'invoice' | 'payment' | 'credit' | 'refund' | 'writeoff'

const PREFIXES: Record<DocumentKind, string> = {
  invoice: 'INV',
  payment: 'PAY',
  credit: 'CR',
  refund: 'REF',
  writeoff: 'WO',
}

/** The number of a document as it is printed: INV-12. */
export const displayNumber = (kind: DocumentKind, number: number): string => `${PREFIXES[kind]}-${number}`

/** What is printed before the number of a document: "INV-". */
export const numberPrefix = (kind: DocumentKind): string => `${PREFIXES[kind]}-`

/** The largest amount that a document can have, in cents: numeric(14, 2) of the database. */
export const MAX_DOCUMENT_CENTS = 99_999_999_999_999
