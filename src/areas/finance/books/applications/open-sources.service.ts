import type { InvoiceEffect } from '#areas/people/memberships/terms/invoice-effects.service'
import type {
  ApplicationSaveInput,
  DocumentApplyInput,
  DocumentUnapplyInput,
  DocumentVoidInput,
} from '#contract/finance/invoices'
import { conflict } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { parseDay, todayOf } from '../documents/documents.input.ts'
import {
  finishDocuments,
  type LockedDocument,
  lockDocument,
  requireNotOfCharge,
  requireNotVoid,
  voidLocked,
} from '../documents/locked-documents.service.ts'
import { lockInvoices } from '../invoices/invoices.queries.ts'
import { notAvailable, parseApplications } from './applications.input.ts'
import {
  addOpenAmount,
  applyTo,
  type ChangedInvoice,
  type InvoiceAmount,
  invoiceChanges,
  listAppliedOf,
  type OpenSource,
} from './applications.service.ts'
import { isRefundedSql } from './applications.sql.ts'

/** What payments and credits have in common: they are applied to invoices, and the rest of them is open. */
type OpenKind = OpenSource['kind']

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

/** Describes what applications mean for memberships. */
export const effectsOf = (
  invoices: readonly ChangedInvoice[],
  amounts: readonly InvoiceAmount[],
  on: Day,
): InvoiceEffect[] =>
  invoices.map(({ id, open }) => ({
    invoiceId: id,
    paidCents: amounts.find(({ invoiceId }) => invoiceId === id)?.cents ?? 0,
    isSettled: open === 0,
    on,
  }))

/**
 * Applies more of a payment or credit to invoices.
 *
 * @throws 404, 409 document-void, contact-deleted, invoice-void, invoice-paid or stale-audit-id, 412, 422 named-twice,
 *   unknown-reference, overpaid, not-available.
 */
export const applySource = async (
  scope: Scope,
  tx: Transaction,
  kind: OpenKind,
  id: number,
  input: DocumentApplyInput,
  expected: ExpectedVersion,
): Promise<void> => {
  const source = await lockSource(scope, tx, kind, id, expected)
  const { contactId, open } = source
  const amounts = await lockApplications(scope, tx, input.Applications, { contactId, available: open })
  await changeApplications(scope, tx, { kind, id }, source, amounts)
}

/**
 * Takes an application of a payment or credit back, in whole or in part.
 *
 * @throws 404, 409 document-void, contact-deleted or stale-audit-id, 412, 422 not-available.
 */
export const unapplySource = async (
  scope: Scope,
  tx: Transaction,
  kind: OpenKind,
  id: number,
  { InvoiceId: invoiceId, Amount }: DocumentUnapplyInput,
  expected: ExpectedVersion,
): Promise<void> => {
  const source = await lockSource(scope, tx, kind, id, expected)
  await lockInvoices(scope, tx, [invoiceId])
  const applied = (await listAppliedOf(scope, tx, { kind, id })).find((one) => one.invoiceId === invoiceId)?.cents ?? 0
  const cents = Amount == null ? applied : toCents(Amount)
  if (applied === 0) throw notAvailable(0, '/InvoiceId')
  if (cents > applied) throw notAvailable(applied)
  await changeApplications(scope, tx, { kind, id }, source, [{ invoiceId, cents: -cents }])
}

const lockSource = async (
  scope: Scope,
  tx: Transaction,
  kind: OpenKind,
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
  { contactId }: Pick<LockedDocument, 'contactId'>,
  amounts: readonly InvoiceAmount[],
): Promise<void> => {
  const today = todayOf(scope)
  const sum = amounts.reduce((total, { cents }) => total + cents, 0)
  const [invoices, change] = await Promise.all([
    applyTo(scope, tx, source, today, amounts),
    addOpenAmount(scope, tx, source, -sum),
  ])
  const effects = effectsOf(invoices, amounts, today)
  await finishDocuments(scope, tx, contactId, [change, ...invoiceChanges(invoices)], effects)
}

/**
 * Voids a payment or credit: takes its applications back, and posts the reversal of its entry.
 *
 * @throws 400, 404, 409 document-void, charge-payment, refunded, contact-deleted or stale-audit-id, 412, 422 closed-period.
 */
export const voidSource = async (
  scope: Scope,
  tx: Transaction,
  kind: OpenKind,
  id: number,
  input: DocumentVoidInput,
  expected: ExpectedVersion,
): Promise<void> => {
  const source = await lockSource(scope, tx, kind, id, expected)
  requireNotOfCharge(source)
  const [refund] = await tx.rows<{ id: number }>(isRefundedSql[kind]({ tenantId: scope.db.tenantId, sourceId: id }))
  if (refund)
    throw conflict('refunded', `A part of the ${kind} was refunded. Void the refund first.`, { RefundId: refund.id })
  const postedOn = parseDay(scope, input.Date, '/Date', source.date)
  await requireOpenPeriod(scope, tx, postedOn)
  const applied = await listAppliedOf(scope, tx, { kind, id })
  await lockInvoices(
    scope,
    tx,
    applied.map(({ invoiceId }) => invoiceId),
  )
  const amounts = applied.map(({ invoiceId, cents }) => ({ invoiceId, cents: -cents }))
  const invoices = await applyTo(scope, tx, { kind, id }, postedOn, amounts)
  const change = await voidLocked(scope, tx, kind, source, postedOn)
  const effects = effectsOf(invoices, amounts, postedOn)
  await finishDocuments(scope, tx, source.contactId, [change, ...invoiceChanges(invoices)], effects)
}
