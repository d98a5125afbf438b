import type { DocumentVoidInput } from '#contract/finance/invoices'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Change } from '#kernel/records/change'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import type { InvoiceEffect } from '../invoices/dependents.queries.ts'
import { parseDay, parseText } from './documents.input.ts'
import type { DocumentKind } from './documents.model.ts'
import type { ReadDocument } from './documents.queries.ts'
import { changeNotesSql, lastUseSql } from './documents.sql.ts'
import {
  finishDocuments,
  type LockedDocument,
  lockDocument,
  requireNotOfCharge,
  requireNotVoid,
} from './locked-documents.service.ts'
import { describeUpdatedDocument, voidLocked } from './posted-documents.service.ts'

/** How the documents of a kind are saved. */
export interface DocumentSave {
  kind: DocumentKind
  read: ReadDocument
  /** Posts a new document and returns its id. */
  create: (tx: Transaction) => Promise<number>
  /** Changes what is not posted of a document that is locked and not void. */
  change: (tx: Transaction, document: LockedDocument) => Promise<void>
}

/**
 * Creates a document (id 0), or changes what is not posted of one.
 *
 * @throws 404, 409 document-void (invoice-void), contact-deleted, merged or stale-audit-id, 412; what `create` and `change`
 *   throw.
 */
export const saveDocument = (
  scope: Scope,
  id: number,
  expected: ExpectedVersion,
  { kind, read, create, change }: DocumentSave,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    if (id === 0) return read(tx, scope, await create(tx))
    const document = await lockDocument(scope, tx, kind, id, expected)
    requireNotVoid(kind, document)
    await change(tx, document)
    return read(tx, scope, id)
  })

/** What a void changed besides the document. */
export interface TakenBack {
  changes: readonly Change[]
  effects: readonly InvoiceEffect[]
}

/** How the documents of a kind are voided. */
export interface DocumentVoid {
  kind: DocumentKind
  read: ReadDocument
  /** Checks the rules of the kind, and takes back what the document did to other documents. */
  takeBack: (scope: Scope, tx: Transaction, document: LockedDocument, postedOn: Day) => Promise<TakenBack>
}

/**
 * Voids a document: takes back what it did to others, and posts the reversal of its entry. Nothing is deleted.
 *
 * @throws 400, 404, 409 document-void (invoice-void), charge-payment, contact-deleted, merged or stale-audit-id, 412, 422
 *   closed-period;
 *   what `takeBack` throws.
 */
export const voidDocument = (
  scope: Scope,
  id: number,
  input: DocumentVoidInput,
  expected: ExpectedVersion,
  { kind, read, takeBack }: DocumentVoid,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const document = await lockDocument(scope, tx, kind, id, { ...expected, isRequired: false })
    requireNotVoid(kind, document)
    requireNotOfCharge(document)
    const postedOn = parseDay(scope, input.Date, '/Date', await findFirstVoidDay(scope, tx, kind, document))
    await requireOpenPeriod(scope, tx, postedOn)
    const { changes, effects } = await takeBack(scope, tx, document, postedOn)
    const change = await voidLocked(scope, tx, kind, document, postedOn)
    await finishDocuments(scope, tx, document.contactId, [change, ...changes], effects)
    return read(tx, scope, id)
  })

/** Returns the first day on which a document can be reversed: no entry that depends on it is later. */
const findFirstVoidDay = async (
  { db }: Scope,
  tx: Transaction,
  kind: DocumentKind,
  { id, date }: LockedDocument,
): Promise<Day> => {
  const sql = lastUseSql[kind]?.({ tenantId: db.tenantId, id })
  const [used] = sql ? await tx.rows<{ day: Day | null }>(sql) : []
  return used?.day && used.day > date ? used.day : date
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
  await tx.rows(changeNotesSql[kind]({ tenantId: scope.db.tenantId, id: document.id, notes }))
  await finishDocuments(scope, tx, document.contactId, [describeUpdatedDocument(kind, document)], [])
}
