import type { CreditSaveInput } from '#contract/finance/credits'
import type { DocumentApplyInput, DocumentUnapplyInput, DocumentVoidInput } from '#contract/finance/invoices'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents } from '#kernel/money/cents'
import { changeOf } from '#kernel/records/record-change'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { applyTo, type InvoiceAmount, invoiceChanges } from '../applications/applications.service.ts'
import {
  applySource,
  effectsOf,
  lockApplications,
  unapplySource,
  voidSource,
} from '../applications/open-sources.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { resolveLines } from '../documents/document-lines.service.ts'
import { parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import { MAX_DOCUMENT_CENTS } from '../documents/documents.model.ts'
import { addLines, type DocumentLine } from '../documents/lines.service.ts'
import { finishDocuments, lockDocument, lockNewHolder, requireNotVoid } from '../documents/locked-documents.service.ts'
import { changeNotes } from '../documents/notes.service.ts'
import { postCredit } from '../documents/postings.model.ts'
import { totalOf } from '../documents/pricing.model.ts'
import { postEntry } from '../journal/journal.service.ts'
import { creditKind, readCredit } from './credits.queries.ts'
import { addCreditSql } from './credits.sql.ts'

/**
 * Issues a credit (id 0), or changes its notes.
 *
 * @throws 400, 404, 409 document-void, invoice-void, invoice-paid, contact-deleted or stale-audit-id, 412, 422
 *   unknown-reference, overpaid, not-available, named-twice, posted, books-rule, closed-period.
 */
export const saveCredit = (
  scope: Scope,
  id: number,
  input: CreditSaveInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const saved = id === 0 ? await createCredit(scope, tx, input) : await changeCredit(scope, tx, id, input, expected)
    return readCredit(tx, scope, saved)
  })

interface NewCredit {
  contactId: number
  issuedOn: Day
  notes: string | null
  lines: readonly DocumentLine[]
  amounts: readonly InvoiceAmount[]
}

const createCredit = async (scope: Scope, tx: Transaction, input: CreditSaveInput): Promise<number> => {
  const issuedOn = parseDay(scope, input.IssuedDate, '/IssuedDate')
  const contactId = await lockNewHolder(scope, tx, input.ContactId)
  await requireOpenPeriod(scope, tx, issuedOn, '/IssuedDate')
  const lines = await resolveLines(scope, tx, contactId, input.Lines, issuedOn, null)
  const { total } = totalOf(lines, 0)
  if (total > MAX_DOCUMENT_CENTS) throw ruleRefused('books-rule', 'The total of the document is too large.')
  const amounts = await lockApplications(scope, tx, input.Applications, { contactId, available: total })
  return addCredit(scope, tx, { contactId, issuedOn, notes: parseText(input.Notes) ?? null, lines, amounts })
}

const addCredit = async (scope: Scope, tx: Transaction, credit: NewCredit): Promise<number> => {
  const { tenantId } = scope.db
  const { contactId, issuedOn, notes, lines, amounts } = credit
  const { subtotal, discount, tax, total } = totalOf(lines, 0)
  const open = amounts.reduce((left, { cents }) => left - cents, total)
  const values = { tenantId, contactId, issuedOn, subtotal, discount, tax, total, open, notes }
  const [added] = await tx.rows<{ id: number; number: number }>(addCreditSql(values))
  if (!added) throw new Error('The credit was not added')
  const { id, number } = added
  const document = { kind: 'credit', id, number, contactId, postedOn: issuedOn } as const
  const [invoices] = await Promise.all([
    applyTo(scope, tx, document, issuedOn, amounts),
    addLines(tx, tenantId, 'credit', id, lines),
    postEntry(tx, tenantId, document, postCredit(total, lines)),
  ])
  const payload = { creditId: id, number, contactId, total: fromCents(total) }
  const change = changeOf(creditKind, { id, auditId: 1 }, 'created', { changes: payload, payload })
  const effects = effectsOf(invoices, amounts, issuedOn)
  await finishDocuments(scope, tx, contactId, [change, ...invoiceChanges(invoices)], effects)
  return id
}

const changeCredit = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  input: CreditSaveInput,
  expected: ExpectedVersion,
): Promise<number> => {
  const credit = await lockDocument(scope, tx, 'credit', id, expected)
  requireNotVoid('credit', credit)
  const { contactId, date } = credit
  requireUnposted(input, { ContactId: contactId, IssuedDate: date, Lines: undefined, Applications: undefined })
  await changeNotes(scope, tx, 'credit', credit, input.Notes)
  return id
}

/** Applies more of a credit to invoices. @throws as applySource. */
export const applyCredit = (scope: Scope, id: number, input: DocumentApplyInput, expected: ExpectedVersion) =>
  scope.db.transaction(async (tx) => {
    await applySource(scope, tx, 'credit', id, input, expected)
    return readCredit(tx, scope, id)
  })

/** Takes an application of a credit back. @throws as unapplySource. */
export const unapplyCredit = (scope: Scope, id: number, input: DocumentUnapplyInput, expected: ExpectedVersion) =>
  scope.db.transaction(async (tx) => {
    await unapplySource(scope, tx, 'credit', id, input, expected)
    return readCredit(tx, scope, id)
  })

/** Voids a credit. @throws as voidSource. */
export const voidCredit = (scope: Scope, id: number, input: DocumentVoidInput, expected: ExpectedVersion) =>
  scope.db.transaction(async (tx) => {
    await voidSource(scope, tx, 'credit', id, input, expected)
    return readCredit(tx, scope, id)
  })
