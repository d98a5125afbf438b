import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Day } from '#kernel/time/calendar'
import { type DocumentKind, displayNumber } from '../documents/documents.model.ts'
import type { PostingLine } from '../documents/postings.model.ts'
import { postEntrySql, reverseEntrySql } from './journal.sql.ts'

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
  const rows = lines.map(({ account, classId, cents }) => ({
    ...(typeof account === 'number' ? { account_id: account } : { role: account }),
    class_id: classId,
    cents,
  }))
  await tx.rows(
    postEntrySql({
      tenantId,
      documentKind: kind,
      documentId: id,
      reference: displayNumber(kind, number),
      contactId,
      postedOn,
      lines: JSON.stringify(rows),
    }),
  )
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
