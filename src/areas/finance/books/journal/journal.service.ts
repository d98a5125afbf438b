import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Day } from '#kernel/time/calendar'
import { type DocumentKind, formatNumber } from '../documents/documents.model.ts'
import type { AccountRef, PostingLine } from '../documents/postings.model.ts'
import { postEntrySql, reverseEntriesSql, reverseEntryByIdSql, reverseEntrySql } from './journal.sql.ts'

export type { AccountRef, PostingLine }

/** The document that an entry belongs to. */
export interface PostedDocument {
  kind: DocumentKind
  id: number
  number: number
  contactId: number
  postedOn: Day
}

/**
 * Posts the entry of a document to the journal. Every change of the accounts is posted here or by reverseEntry. The caller
 * has locked the contact, and refreshes its row afterwards. An entry without lines is left out.
 */
export const postEntry = async (
  tx: SqlRunner,
  tenantId: number,
  { kind, id, number, contactId, postedOn }: PostedDocument,
  lines: readonly PostingLine[],
): Promise<void> => {
  if (lines.length === 0) return
  const reference = formatNumber(kind, number)
  const document = { documentKind: kind, documentId: id, reference, contactId, postedOn }
  await tx.rows(postEntrySql({ tenantId, ...document, lines: linesJson(lines) }))
}

const linesJson = (lines: readonly PostingLine[]): string =>
  JSON.stringify(
    lines.map(({ account, classId, cents }) => ({
      ...(typeof account === 'number' ? { account_id: account } : { role: account }),
      class_id: classId,
      cents,
    })),
  )

/** A movement at the payment processor that has no document, and no contact. */
export interface PostedMovement {
  /** The processor's id. */
  reference: string
  postedOn: Day
}

/** Posts the entry of a movement, and returns its id. */
export const postMovementEntry = async (
  tx: SqlRunner,
  tenantId: number,
  { reference, postedOn }: PostedMovement,
  lines: readonly PostingLine[],
): Promise<number> => {
  const movement = { documentKind: 'processor', documentId: null, reference, contactId: null, postedOn }
  const [entry] = await tx.rows<{ id: number }>(postEntrySql({ tenantId, ...movement, lines: linesJson(lines) }))
  if (!entry) throw new Error('The entry was not added')
  return entry.id
}

/** What is posted for a voucher of the store besides the documents of its sale and its uses. */
export interface PostedVoucher {
  voucherId: number
  postedOn: Day
}

/** Posts an entry of a voucher. The reference is not its code, which is as good as money. */
export const postVoucherEntry = async (
  tx: SqlRunner,
  tenantId: number,
  { voucherId, postedOn }: PostedVoucher,
  lines: readonly PostingLine[],
): Promise<void> => {
  const document = { documentKind: 'voucher', documentId: voucherId, reference: `V-${voucherId}`, contactId: null }
  await tx.rows(postEntrySql({ tenantId, ...document, postedOn, lines: linesJson(lines) }))
}

/** Posts the exact reversal of the entry of a movement. */
export const reverseMovementEntry = async (
  tx: SqlRunner,
  tenantId: number,
  entryId: number,
  postedOn: Day,
): Promise<void> => {
  await tx.rows(reverseEntryByIdSql({ tenantId, entryId, postedOn }))
}

/** Posts the exact reversal of the entry of a document. */
export const reverseEntry = async (
  tx: SqlRunner,
  tenantId: number,
  documentKind: DocumentKind,
  documentId: number,
  postedOn: Day,
): Promise<void> => {
  await tx.rows(reverseEntrySql({ tenantId, documentKind, documentId, postedOn }))
}

/** Posts the exact reversals of the entries of documents of a kind. */
export const reverseEntries = async (
  tx: SqlRunner,
  tenantId: number,
  documentKind: DocumentKind,
  documentIds: readonly number[],
  postedOn: Day,
): Promise<void> => {
  await tx.rows(reverseEntriesSql({ tenantId, documentKind, documentIds, postedOn }))
}
