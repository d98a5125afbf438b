import type { CreditSaveInput } from '#contract/finance/credits'
import type { DocumentApplyInput, DocumentUnapplyInput, DocumentVoidInput } from '#contract/finance/invoices'
import { Checks } from '#kernel/errors/checks'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { applyTo, describeInvoiceChanges, type InvoiceAmount } from '../applications/applications.service.ts'
import {
  applySource,
  effectsOf,
  lockApplications,
  type SourceForm,
  unapplySource,
  voidSource,
} from '../applications/open-sources.service.ts'
import { readBilling } from '../billing/billing.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import { MAX_DOCUMENT_CENTS } from '../documents/documents.model.ts'
import { readPostedLists } from '../documents/documents.queries.ts'
import { changeNotes, saveDocument } from '../documents/documents.service.ts'
import { taxAddressOf } from '../documents/line-catalog.queries.ts'
import { addLines, type DocumentLine, resolveLines } from '../documents/lines.service.ts'
import { finishDocuments, type LockedDocument, lockNewHolder } from '../documents/locked-documents.service.ts'
import { addDocument, describeCreatedDocument } from '../documents/posted-documents.service.ts'
import { postCredit } from '../documents/postings.model.ts'
import { totalOf } from '../documents/pricing.model.ts'
import { postEntry } from '../journal/journal.service.ts'
import { readCredit } from './credits.queries.ts'
import { addCreditSql } from './credits.sql.ts'

const CREDIT: SourceForm = { kind: 'credit', read: readCredit }

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
  saveDocument(scope, id, expected, {
    ...CREDIT,
    create: (tx) => createCredit(scope, tx, input),
    change: (tx, credit) => changeCredit(scope, tx, credit, input),
  })

export interface NewCredit {
  contactId: number
  issuedOn: Day
  notes: string | null
  lines: readonly DocumentLine[]
  amounts: readonly InvoiceAmount[]
}

const createCredit = async (scope: Scope, tx: Transaction, input: CreditSaveInput): Promise<number> => {
  const checks = new Checks()
  const issuedOn = await checks.run(() => parseDay(scope, input.IssuedDate, '/IssuedDate'), todayOf(scope))
  const contactId = await checks.run(() => lockNewHolder(scope, tx, input.ContactId), 0)
  await checks.run(() => requireOpenPeriod(scope, tx, issuedOn, '/IssuedDate'), undefined)
  const { isTaxExempt, address } = await readBilling(scope, tx, contactId)
  const billed = { isTaxExempt, address: taxAddressOf(address) }
  const lines = await checks.run(() => resolveLines(scope, tx, input.Lines, issuedOn, billed), [])
  checks.finish()
  const { total } = totalOf(lines, 0)
  if (total > MAX_DOCUMENT_CENTS) throw ruleRefused('books-rule', 'The total of the document is too large.')
  const amounts = await lockApplications(scope, tx, input.Applications, { contactId, available: total })
  return addCredit(scope, tx, { contactId, issuedOn, notes: parseText(input.Notes) ?? null, lines, amounts })
}

/** Issues a credit and applies it. The caller has locked the contact and the invoices, and has checked the amounts. */
export const addCredit = async (scope: Scope, tx: Transaction, request: NewCredit): Promise<number> => {
  const { tenantId } = scope.db
  const { contactId, issuedOn, notes, lines, amounts } = request
  const { subtotal, discount, tax, total } = totalOf(lines, 0)
  const open = amounts.reduce((left, { cents }) => left - cents, total)
  const values = { tenantId, contactId, issuedOn, subtotal, discount, tax, total, open, notes }
  const document = { kind: 'credit', contactId, postedOn: issuedOn } as const
  const credit = await addDocument(tx, document, addCreditSql(values))
  const { id } = credit
  const [invoices] = await Promise.all([
    applyTo(scope, tx, { kind: 'credit', id }, issuedOn, amounts),
    addLines(tx, tenantId, 'credit', id, lines),
    postEntry(tx, tenantId, credit, postCredit(total, lines)),
  ])
  const change = describeCreatedDocument(credit, { total: fromCents(total) })
  const effects = effectsOf(invoices, amounts, issuedOn)
  await finishDocuments(scope, tx, contactId, [change, ...describeInvoiceChanges(invoices)], effects)
  return id
}

const changeCredit = async (
  scope: Scope,
  tx: Transaction,
  credit: LockedDocument,
  input: CreditSaveInput,
): Promise<void> => {
  const { contactId, date } = credit
  const lists = await readPostedLists(readCredit, tx, scope, credit.id)
  requireUnposted(input, { ContactId: contactId, IssuedDate: date, ...lists })
  await changeNotes(scope, tx, 'credit', credit, input.Notes)
}

/** Applies more of a credit to invoices. @throws as applySource. */
export const applyCredit = (scope: Scope, id: number, input: DocumentApplyInput, expected: ExpectedVersion) =>
  applySource(scope, id, input, expected, CREDIT)

/** Takes an application of a credit back. @throws as unapplySource. */
export const unapplyCredit = (scope: Scope, id: number, input: DocumentUnapplyInput, expected: ExpectedVersion) =>
  unapplySource(scope, id, input, expected, CREDIT)

/** Voids a credit. @throws as voidSource. */
export const voidCredit = (scope: Scope, id: number, input: DocumentVoidInput, expected: ExpectedVersion) =>
  voidSource(scope, id, input, expected, CREDIT)
