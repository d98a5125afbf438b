import type {
  ApplicationSaveInput,
  DocumentApplyInput,
  DocumentUnapplyInput,
  DocumentVoidInput,
} from '#contract/finance/invoices'
import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { ReadDocument } from '../documents/documents.queries.ts'
import { type TakenBack, voidDocument } from '../documents/documents.service.ts'
import {
  finishDocuments,
  type LockedDocument,
  lockDocument,
  requireNotVoid,
} from '../documents/locked-documents.service.ts'
import type { InvoiceEffect } from '../invoices/dependents.queries.ts'
import { lockInvoices } from '../invoices/invoices.queries.ts'
import { notAvailable, parseApplications } from './applications.input.ts'
import {
  addOpenAmount,
  applyTo,
  type ChangedInvoice,
  describeInvoiceChanges,
  type InvoiceAmount,
  listCoveredInvoices,
  type OpenSource,
} from './applications.service.ts'
import { isRefundedSql } from './applications.sql.ts'

/** Payments and credits: they are applied to invoices, and the rest of them is open. */
export interface SourceForm {
  kind: OpenSource['kind']
  read: ReadDocument
}

/** Locks the invoices of applications and parses them. The caller has locked the contact. @throws as parseApplications. */
export const lockApplications = async (
  scope: Scope,
  tx: Transaction,
  sent: readonly ApplicationSaveInput[] | null | undefined,
  limits: { contactId: number; available: number },
): Promise<InvoiceAmount[]> => {
  if (!sent || sent.length === 0) return []
  const invoices = await lockInvoices(
    scope,
    tx,
    sent.map(({ InvoiceId }) => InvoiceId),
  )
  return parseApplications(sent, invoices, limits)
}

/** Describes what applications mean for what follows invoices. */
export const effectsOf = (
  invoices: readonly ChangedInvoice[],
  amounts: readonly InvoiceAmount[],
  on: Day,
): InvoiceEffect[] =>
  invoices.map(({ id, open, appliedOn }) => ({
    invoiceId: id,
    paidCents: amounts.find(({ invoiceId }) => invoiceId === id)?.cents ?? 0,
    isSettled: open === 0,
    on: on < appliedOn ? appliedOn : on,
  }))

/**
 * Applies more of a payment or credit to invoices.
 *
 * @throws 404, 409 document-void, contact-deleted, invoice-void, invoice-paid or stale-audit-id, 412, 422 named-twice,
 *   unknown-reference, overpaid, not-available.
 */
export const applySource = (
  scope: Scope,
  id: number,
  input: DocumentApplyInput,
  expected: ExpectedVersion,
  { kind, read }: SourceForm,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const source = await lockSource(scope, tx, kind, id, expected)
    const { contactId, open } = source
    const amounts = await lockApplications(scope, tx, input.Applications, { contactId, available: open })
    await changeApplications(scope, tx, { kind, id }, source, amounts)
    return read(tx, scope, id)
  })

/**
 * Takes an application of a payment or credit back, in whole or in part.
 *
 * @throws 404, 409 document-void, contact-deleted or stale-audit-id, 412, 422 not-available.
 */
export const unapplySource = (
  scope: Scope,
  id: number,
  { InvoiceId: invoiceId, Amount }: DocumentUnapplyInput,
  expected: ExpectedVersion,
  { kind, read }: SourceForm,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const source = await lockSource(scope, tx, kind, id, expected)
    await lockInvoices(scope, tx, [invoiceId])
    const parts = await listCoveredInvoices(scope, tx, { kind, id })
    const applied = parts.find((one) => one.invoiceId === invoiceId)?.cents ?? 0
    const cents = Amount == null ? applied : toCents(Amount)
    if (applied === 0) throw notAvailable(0, '/InvoiceId')
    if (cents > applied) throw notAvailable(applied)
    await changeApplications(scope, tx, { kind, id }, source, [{ invoiceId, cents: -cents }])
    return read(tx, scope, id)
  })

const lockSource = async (
  scope: Scope,
  tx: Transaction,
  kind: SourceForm['kind'],
  id: number,
  expected: ExpectedVersion,
): Promise<LockedDocument> => {
  const source = await lockDocument(scope, tx, kind, id, { ...expected, isRequired: false })
  requireNotVoid(kind, source)
  return source
}

/**
 * Changes the applications of a locked payment or credit; negative cents take one back. The caller has locked the invoices
 * and checked the amounts.
 */
export const changeApplications = async (
  scope: Scope,
  tx: Transaction,
  source: OpenSource,
  { contactId, date }: Pick<LockedDocument, 'contactId' | 'date'>,
  amounts: readonly InvoiceAmount[],
): Promise<void> => {
  const today = todayOf(scope)
  const sum = amounts.reduce((total, { cents }) => total + cents, 0)
  const [invoices, change] = await Promise.all([
    applyTo(scope, tx, source, sum > 0 ? date : today, amounts),
    addOpenAmount(scope, tx, source, -sum),
  ])
  const effects = effectsOf(invoices, amounts, today)
  await finishDocuments(scope, tx, contactId, [change, ...describeInvoiceChanges(invoices)], effects)
}

/**
 * Voids a payment or credit: takes its applications back, and posts the reversal of its entry.
 *
 * @throws 400, 404, 409 document-void, charge-payment, refunded, contact-deleted or stale-audit-id, 412, 422 closed-period.
 */
export const voidSource = (
  scope: Scope,
  id: number,
  input: DocumentVoidInput,
  expected: ExpectedVersion,
  { kind, read }: SourceForm,
): Promise<VersionedRow> =>
  voidDocument(scope, id, input, expected, {
    kind,
    read,
    takeBack: (_, tx, __, postedOn) => takeSourceBack(scope, tx, { kind, id }, postedOn),
  })

const takeSourceBack = async (scope: Scope, tx: Transaction, source: OpenSource, on: Day): Promise<TakenBack> => {
  const { kind, id } = source
  const [refund] = await tx.rows<{ id: number }>(isRefundedSql[kind]({ tenantId: scope.db.tenantId, sourceId: id }))
  if (refund)
    throw conflict('refunded', `A part of the ${kind} was refunded. Void the refund first.`, { RefundId: refund.id })
  const applied = await listCoveredInvoices(scope, tx, source)
  await lockInvoices(
    scope,
    tx,
    applied.map(({ invoiceId }) => invoiceId),
  )
  const amounts = applied.map(({ invoiceId, cents }) => ({ invoiceId, cents: -cents }))
  const invoices = await applyTo(scope, tx, source, on, amounts)
  return { changes: describeInvoiceChanges(invoices), effects: effectsOf(invoices, amounts, on) }
}
