import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Change } from '#kernel/records/change'
import { changeOf } from '#kernel/records/record-change'
import { noteOtherLock } from '#kernel/tenancy/contact-locks'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import type { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { documentEvents } from '../books.events.ts'
import { type PostedDocument, reverseEntry } from '../journal/journal.service.ts'
import { type DocumentHead, type DocumentKind, nounOf, payloadOf, tableOf } from './documents.model.ts'
import { voidDocumentSql } from './documents.sql.ts'

interface AddedRow {
  id: number
  number: number
}

/**
 * Adds the row of a document.
 *
 * @param statement takes the next number of the series, and returns `id`, `number` and what else the row got.
 */
export const addDocument = async <Row extends AddedRow = AddedRow>(
  tx: SqlRunner,
  document: Omit<PostedDocument, keyof AddedRow>,
  statement: Sql,
): Promise<Row & PostedDocument> => {
  // The series stays locked until the transaction ends.
  noteOtherLock(tx)
  const [added] = await tx.rows<Row>(statement)
  if (!added) throw new Error(`The ${nounOf(document.kind)} was not added`)
  return { ...document, ...added }
}

/** Subtotal is documented after discount, and its column is before; the number of parts follows from the parts. */
const COLUMNS = { subtotal: null, part_count: null, charge_id: 'EPaymentTransactionId' }

/** Returns what the history needs of a kind of document. */
export const kindOf = (kind: DocumentKind) => ({
  entity: kind,
  events: documentEvents[kind],
  table: tableOf(kind),
  columns: COLUMNS,
})

/** Describes a new document, for history and events. @param changes fields that only the history has. */
export const describeCreatedDocument = (
  document: PostedDocument,
  fields: Prisma.InputJsonObject,
  changes: Prisma.InputJsonObject = {},
): Change => {
  const { kind, id } = document
  const payload = { ...payloadOf(kind, document), ...fields }
  return changeOf(kindOf(kind), { id, auditId: 1 }, 'created', { changes, payload })
}

/** Describes a change of what is not posted of a locked document. @param fields are added to the payload. */
export const describeUpdatedDocument = (
  kind: DocumentKind,
  document: DocumentHead & { auditId: number },
  fields: Prisma.InputJsonObject = {},
): Change => {
  const { id, auditId } = document
  const payload = { ...payloadOf(kind, document), ...fields }
  return changeOf(kindOf(kind), { id, auditId: auditId + 1 }, 'updated', { payload })
}

/** Marks a locked document as void, posts the reversal of its entry, and describes the change. */
export const voidLocked = async (
  scope: Pick<Scope, 'db' | 'clock'>,
  tx: SqlRunner,
  kind: DocumentKind,
  document: DocumentHead,
  postedOn: Day,
): Promise<Change> => {
  const { tenantId } = scope.db
  const { id } = document
  const [[voided]] = await Promise.all([
    tx.rows<{ auditId: number }>(voidDocumentSql[kind]({ tenantId, id, at: scope.clock.now() })),
    reverseEntry(tx, tenantId, kind, id, postedOn),
  ])
  if (!voided) throw new Error(`The ${nounOf(kind)} ${id} was not found although it is locked`)
  return describeVoidedDocument(kind, document, voided.auditId)
}

/** Describes the void of a document. @param auditId its new version. */
export const describeVoidedDocument = (kind: DocumentKind, document: DocumentHead, auditId: number): Change => {
  const payload = payloadOf(kind, document)
  const details = { payload, eventKind: documentEvents[kind].voided }
  return changeOf(kindOf(kind), { id: document.id, auditId }, 'updated', details)
}
