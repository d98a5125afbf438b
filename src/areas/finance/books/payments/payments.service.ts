import type { DocumentApplyInput, DocumentUnapplyInput, DocumentVoidInput } from '#contract/finance/invoices'
import type { PaymentSaveInput } from '#contract/finance/payments'
import { Checks } from '#kernel/errors/checks'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import {
  applySource,
  effectsOf,
  lockApplications,
  type SourceForm,
  unapplySource,
  voidSource,
} from '../applications/open-sources.service.ts'
import { parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import { readPostedLists } from '../documents/documents.queries.ts'
import { saveDocument } from '../documents/documents.service.ts'
import { finishDocuments, type LockedDocument, lockNewHolder } from '../documents/locked-documents.service.ts'
import { describeUpdatedDocument } from '../documents/posted-documents.service.ts'
import { addPayment } from './payment-posting.service.ts'
import { NO_REFERENCES, readPayment, resolvePaymentReferences } from './payments.queries.ts'
import { changePaymentSql } from './payments.sql.ts'

const PAYMENT: SourceForm = { kind: 'payment', read: readPayment }

/**
 * Records a payment (id 0), or changes what is not posted of one.
 *
 * @throws 400, 404, 409 document-void, invoice-void, invoice-paid, contact-deleted or stale-audit-id, 412, 422
 *   unknown-reference, overpaid, not-available, named-twice, posted, books-rule, closed-period.
 */
export const savePayment = (
  scope: Scope,
  id: number,
  input: PaymentSaveInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  saveDocument(scope, id, expected, {
    ...PAYMENT,
    create: (tx) => createPayment(scope, tx, input),
    change: (tx, payment) => changePayment(scope, tx, payment, input),
  })

const createPayment = async (scope: Scope, tx: Transaction, input: PaymentSaveInput): Promise<number> => {
  const checks = new Checks()
  const receivedOn = await checks.run(() => parseDay(scope, input.ReceivedDate, '/ReceivedDate'), todayOf(scope))
  const { cents, paymentTypeId } = await checks.run(() => parseRequired(input), { cents: 0, paymentTypeId: 0 })
  const contactId = await checks.run(() => lockNewHolder(scope, tx, input.ContactId), 0)
  const references = await checks.run(() => resolvePaymentReferences(scope, tx, input, paymentTypeId), NO_REFERENCES)
  checks.finish()
  const amounts = await lockApplications(scope, tx, input.Applications, { contactId, available: cents })
  const { id, invoices } = await addPayment(scope, tx, {
    contactId,
    cents,
    paymentTypeId,
    receivedOn,
    amounts,
    ...references,
    reference: parseText(input.Reference) ?? null,
    notes: parseText(input.Notes) ?? null,
  })
  await finishDocuments(scope, tx, contactId, [], effectsOf(invoices, amounts, receivedOn))
  return id
}

const parseRequired = ({ Amount, PaymentTypeId }: PaymentSaveInput): { cents: number; paymentTypeId: number } => {
  if (Amount != null && PaymentTypeId != null) return { cents: toCents(Amount), paymentTypeId: PaymentTypeId }
  const missing = [...(Amount == null ? ['Amount'] : []), ...(PaymentTypeId == null ? ['PaymentTypeId'] : [])]
  const faults = missing.map((name): FieldFault => ({ pointer: `/${name}`, message: 'is required for a new payment' }))
  throw ruleRefused('books-rule', 'The payment is not complete.', faults)
}

const changePayment = async (
  scope: Scope,
  tx: Transaction,
  payment: LockedDocument,
  input: PaymentSaveInput,
): Promise<void> => {
  const { tenantId } = scope.db
  const { id, contactId } = payment
  const stored = await tx.payment.findFirstOrThrow({ where: { tenantId, id } })
  requireUnposted(input, {
    ContactId: contactId,
    ReceivedDate: payment.date,
    Amount: payment.total / 100,
    PaymentTypeId: stored.paymentTypeId,
    PaymentSubtypeId: stored.paymentSubtypeId,
    PaymentGatewayId: stored.gatewayId,
    DepositAccountId: stored.depositAccountId,
    Applications: (await readPostedLists(readPayment, tx, scope, id)).Applications,
  })
  const reference = parseText(input.Reference)
  const notes = parseText(input.Notes)
  const next = {
    reference: reference === undefined ? stored.reference : reference,
    notes: notes === undefined ? stored.notes : notes,
  }
  await tx.rows(changePaymentSql({ tenantId, id, ...next }))
  await finishDocuments(scope, tx, contactId, [describeUpdatedDocument('payment', payment)], [])
}

/** Applies more of a payment to invoices. @throws as applySource. */
export const applyPayment = (scope: Scope, id: number, input: DocumentApplyInput, expected: ExpectedVersion) =>
  applySource(scope, id, input, expected, PAYMENT)

/** Takes an application of a payment back. @throws as unapplySource. */
export const unapplyPayment = (scope: Scope, id: number, input: DocumentUnapplyInput, expected: ExpectedVersion) =>
  unapplySource(scope, id, input, expected, PAYMENT)

/** Voids a payment. @throws as voidSource. */
export const voidPayment = (scope: Scope, id: number, input: DocumentVoidInput, expected: ExpectedVersion) =>
  voidSource(scope, id, input, expected, PAYMENT)
