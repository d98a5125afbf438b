import type { DocumentVoidInput } from '#contract/finance/invoices'
import type { WriteOffSaveInput } from '#contract/finance/write-offs'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { overpaid } from '../applications/applications.input.ts'
import { applyTo, type ChangedInvoice, describeInvoiceChanges } from '../applications/applications.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import { changeNotes, saveDocument, type TakenBack, voidDocument } from '../documents/documents.service.ts'
import {
  finishDocuments,
  type LockedDocument,
  lockReferencedDocument,
  requireNotVoid,
} from '../documents/locked-documents.service.ts'
import { addDocument, describeCreatedDocument } from '../documents/posted-documents.service.ts'
import { postWriteOff } from '../documents/postings.model.ts'
import { requireNotAwaited } from '../invoices/dependents.service.ts'
import { lockInvoices } from '../invoices/invoices.queries.ts'
import { postEntry } from '../journal/journal.service.ts'
import { shareWriteOff, type WriteOffShare } from './shares.model.ts'
import { readWriteOff } from './write-offs.queries.ts'
import { addWriteOffLinesSql, addWriteOffSql, invoiceSharesSql } from './write-offs.sql.ts'

/**
 * Writes off the open amount of an invoice (id 0), or a part of it, or changes the notes of a write-off.
 *
 * @throws 400, 404, 409 invoice-void, invoice-paid, membership-invoice, document-void, contact-deleted or stale-audit-id,
 *   412, 422 overpaid, unknown-reference, posted, books-rule, closed-period.
 */
export const saveWriteOff = (
  scope: Scope,
  id: number,
  input: WriteOffSaveInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  saveDocument(scope, id, expected, {
    kind: 'writeoff',
    read: readWriteOff,
    create: (tx) => createWriteOff(scope, tx, input),
    change: (tx, writeOff) => changeWriteOff(scope, tx, writeOff, input),
  })

const createWriteOff = async (scope: Scope, tx: Transaction, input: WriteOffSaveInput): Promise<number> => {
  if (!input.InvoiceId) {
    const fault = { pointer: '/InvoiceId', message: 'is required for a new write-off' }
    throw ruleRefused('books-rule', 'The write-off is not complete.', [fault])
  }
  const invoice = await lockReferencedDocument(scope, tx, 'invoice', input.InvoiceId, '/InvoiceId')
  requireNotVoid('invoice', invoice)
  if (invoice.open === 0) throw conflict('invoice-paid', 'The invoice is already paid.')
  await requireNotAwaited(scope, tx, invoice.id)
  const cents = input.Amount == null ? invoice.open : toCents(input.Amount)
  if (cents > invoice.open) throw overpaid(invoice.open)
  const writtenOffOn = parseDay(scope, input.WrittenOffDate, '/WrittenOffDate', invoice.date)
  await requireOpenPeriod(scope, tx, writtenOffOn, '/WrittenOffDate')
  return addWriteOff(scope, tx, invoice, { cents, writtenOffOn, notes: parseText(input.Notes) ?? null })
}

interface NewWriteOff {
  cents: number
  writtenOffOn: Day
  notes: string | null
}

const addWriteOff = async (
  scope: Scope,
  tx: Transaction,
  { id: invoiceId, contactId }: LockedDocument,
  { cents, writtenOffOn, notes }: NewWriteOff,
): Promise<number> => {
  const { tenantId } = scope.db
  const shares = await findShares(tx, tenantId, invoiceId, cents)
  const tax = shares.reduce((sum, share) => sum + share.tax, 0)
  const values = { tenantId, contactId, invoiceId, writtenOffOn, total: cents, tax, notes }
  const document = { kind: 'writeoff', contactId, postedOn: writtenOffOn } as const
  const writeOff = await addDocument(tx, document, addWriteOffSql(values))
  const { id } = writeOff
  const [invoices] = await Promise.all([
    applyTo(scope, tx, { kind: 'writeoff', id }, writtenOffOn, [{ invoiceId, cents }]),
    tx.rows(addWriteOffLinesSql({ tenantId, writeOffId: id, lines: JSON.stringify(shares.map(lineOf)) })),
    postEntry(tx, tenantId, writeOff, postWriteOff(cents, shares)),
  ])
  const change = describeCreatedDocument(writeOff, { invoiceId, total: fromCents(cents) })
  await finishDocuments(
    scope,
    tx,
    contactId,
    [change, ...describeInvoiceChanges(invoices)],
    unpaid(invoices, writtenOffOn),
  )
  return id
}

/** Records of other areas follow the balance, but a write-off pays nothing. */
const unpaid = (invoices: readonly ChangedInvoice[], on: Day) =>
  invoices.map(({ id }) => ({ invoiceId: id, paidCents: 0, isSettled: false, on }))

const findShares = async (
  tx: Transaction,
  tenantId: number,
  invoiceId: number,
  cents: number,
): Promise<WriteOffShare[]> => {
  type Row = Omit<WriteOffShare, 'account'> & { account: number | null }
  const rows = await tx.rows<Row>(invoiceSharesSql({ tenantId, invoiceId }))
  return shareWriteOff(
    cents,
    rows.map((row) => ({ ...row, account: row.account ?? 'shipping-income' })),
  )
}

const lineOf = ({ account, classId, description, amount, tax }: WriteOffShare, at: number) => ({
  position: at + 1,
  class_id: classId,
  description,
  amount,
  tax,
  [typeof account === 'number' ? 'account_id' : 'role']: account,
})

const changeWriteOff = async (
  scope: Scope,
  tx: Transaction,
  writeOff: LockedDocument,
  input: WriteOffSaveInput,
): Promise<void> => {
  const { invoiceId: InvoiceId, total, date: WrittenOffDate } = writeOff
  requireUnposted(input, { InvoiceId, Amount: total / 100, WrittenOffDate })
  await changeNotes(scope, tx, 'writeoff', writeOff, input.Notes)
}

/**
 * Voids a write-off: its amount is open again on the invoice.
 *
 * @throws 400, 404, 409 document-void, contact-deleted or stale-audit-id, 412, 422 closed-period.
 */
export const voidWriteOff = (
  scope: Scope,
  id: number,
  input: DocumentVoidInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  voidDocument(scope, id, input, expected, { kind: 'writeoff', read: readWriteOff, takeBack: takeWriteOffBack })

const takeWriteOffBack = async (
  scope: Scope,
  tx: Transaction,
  writeOff: LockedDocument,
  on: Day,
): Promise<TakenBack> => {
  const { id, total, invoiceId } = writeOff
  await lockInvoices(scope, tx, [invoiceId ?? 0])
  const amounts = [{ invoiceId: invoiceId ?? 0, cents: -total }]
  const invoices = await applyTo(scope, tx, { kind: 'writeoff', id }, on, amounts)
  return { changes: describeInvoiceChanges(invoices), effects: unpaid(invoices, on) }
}
