import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { parseText } from './documents.input.ts'
import { finishDocuments, type LockedDocument } from './locked-documents.service.ts'
import { changeNotesSql } from './notes.sql.ts'
import { updatedDocument } from './posted-documents.service.ts'

/** Changes the notes of a locked document, if they were sent. */
export const changeNotes = async (
  scope: Scope,
  tx: Transaction,
  kind: keyof typeof changeNotesSql,
  document: LockedDocument,
  sent: string | null | undefined,
): Promise<void> => {
  const notes = parseText(sent)
  if (notes === undefined) return
  await tx.rows(changeNotesSql[kind]({ tenantId: scope.db.tenantId, id: document.id, notes }))
  await finishDocuments(scope, tx, document.contactId, [updatedDocument(kind, document, { notes })], [])
}
