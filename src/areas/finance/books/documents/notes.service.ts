import { changeOf } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { bookEvents } from '../books.events.ts'
import { parseText } from './documents.input.ts'
import { finishDocuments, type LockedDocument, payloadOf } from './locked-documents.service.ts'
import { changeNotesSql } from './notes.sql.ts'

const EVENTS = {
  credit: bookEvents.creditUpdated,
  refund: bookEvents.refundUpdated,
  writeoff: bookEvents.writeOffUpdated,
}

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
  const { id, auditId, contactId } = document
  await tx.rows(changeNotesSql[kind]({ tenantId: scope.db.tenantId, id, notes }))
  const details = { changes: { notes }, payload: payloadOf(kind, document), eventKind: EVENTS[kind] }
  const change = changeOf({ entity: kind }, { id, auditId: auditId + 1 }, 'updated', details)
  await finishDocuments(scope, tx, contactId, [change], [])
}
