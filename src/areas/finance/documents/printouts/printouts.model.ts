import { createHash } from 'node:crypto'
import type { Day } from '#kernel/time/calendar'
import type { PaperSize } from '#services/documents/pdf/paper'

/** The kind of a printout of the books as the owner of its files. */
export const PRINTOUT = 'printout'

/** The same of a certificate, which callers with other scopes can read. */
export const CERTIFICATE_PRINTOUT = 'certificateprintout'

/** Returns the owner of the files of a kind of printout. */
export const ownerKindOf = (kind: string): string => (kind === 'certificate' ? CERTIFICATE_PRINTOUT : PRINTOUT)

/** Add one if the same data and template give other bytes, such as after a change of the layout or its library. */
const RENDERER_VERSION = 2

/** What is printed: an invoice, the receipt of a payment, the statement of a contact, or a certificate of attendance. */
export interface PrintoutContent {
  kind: 'invoice' | 'receipt' | 'statement' | 'certificate'
  /** The id of the invoice, payment or certificate; that of the contact of a statement. */
  documentId: number
  /** Null for none, and if the contact is deleted. */
  contactId: number | null
  /** INV-12: the name of the file without its ending. */
  name: string
  title: string
  /** Its date is the time of creation in the PDF, so that the bytes depend on nothing else. */
  datedOn: Day
  /** The variables of the template, except those of the organization. */
  variables: object
  /** The variables of the mail. */
  mail: Record<string, string | number | null>
}

/** What documents show of the organization. */
export interface Letterhead {
  name: string
  address: string | null
  taxNumber: string | null
  bankDetails: string | null
}

export interface PaperTemplate {
  html: string
  paperSize: PaperSize
}

/** Returns a hash of everything that a printout is made from. @param logo the hash of its bytes. */
export const fingerprintOf = (
  { title, datedOn, variables }: PrintoutContent,
  { html, paperSize }: PaperTemplate,
  letterhead: Letterhead,
  logo: string | null,
): string => {
  const parts = [RENDERER_VERSION, title, datedOn, variables, html, paperSize, letterhead, logo]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
