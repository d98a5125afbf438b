import type { DocumentApplyInput, DocumentUnapplyInput, DocumentVoidInput } from '#contract/finance/invoices'
import type { PaymentSaveInput } from '#contract/finance/payments'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { toCents } from '#kernel/money/cents'
import { changeOf } from '#kernel/records/record-change'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import {
  applySource,
  effectsOf,
  lockApplications,
  unapplySource,
  voidSource,
} from '../applications/open-sources.service.ts'
import { parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import {
  finishDocuments,
  lockDocument,
  lockNewHolder,
  payloadOf,
  requireNotVoid,
} from '../documents/locked-documents.service.ts'
import { addPayment } from './payment-posting.service.ts'
import { resolvePaymentReferences } from './payment-references.queries.ts'
import { paymentKind, readPayment } from './payments.queries.ts'
import { changePaymentSql } from './payments.sql.ts'

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
  scope.db.transaction(async (tx) => {
    const saved = id === 0 ? await createPayment(scope, tx, input) : await changePayment(scope, tx, id, input, expected)
    return readPayment(tx, scope, saved)
  })

const createPayment = async (scope: Scope, tx: Transaction, input: PaymentSaveInput): Promise<number> => {
  const receivedOn = parseDay(scope, input.ReceivedDate, '/ReceivedDate')
  const { cents, paymentTypeId } = parseRequired(input)
  const contactId = await lockNewHolder(scope, tx, input.ContactId)
  const references = await resolvePaymentReferences(scope, tx, input, paymentTypeId)
  const amounts = await lockApplications(scope, tx, input.Applications, { contactId, available: cents })
  const { id, invoices } = await addPayment(scope, tx, {
    ...{ contactId, cents, paymentTypeId, receivedOn, amounts },
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
  id: number,
  input: PaymentSaveInput,
  expected: ExpectedVersion,
): Promise<number> => {
  const payment = await lockDocument(scope, tx, 'payment', id, expected)
  requireNotVoid('payment', payment)
  const { tenantId } = scope.db
  const stored = await tx.payment.findFirstOrThrow({ where: { tenantId, id } })
  requireUnposted(input, {
    ContactId: payment.contactId,
    ReceivedDate: payment.date,
    Amount: payment.total / 100,
    PaymentTypeId: stored.paymentTypeId,
    PaymentSubtypeId: stored.paymentSubtypeId,
    PaymentGatewayId: stored.gatewayId,
    DepositAccountId: stored.depositAccountId,
    Applications: undefined,
  })
  const [reference, notes] = [parseText(input.Reference), parseText(input.Notes)]
  const next = {
    reference: reference === undefined ? stored.reference : reference,
    notes: notes === undefined ? stored.notes : notes,
  }
  await tx.rows(changePaymentSql({ tenantId, id, ...next }))
  const details = { changes: next, payload: payloadOf('payment', payment) }
  const change = changeOf(paymentKind, { id, auditId: payment.auditId + 1 }, 'updated', details)
  await finishDocuments(scope, tx, payment.contactId, [change], [])
  return id
}

/** Applies more of a payment to invoices. @throws as applySource. */
export const applyPayment = (scope: Scope, id: number, input: DocumentApplyInput, expected: ExpectedVersion) =>
  scope.db.transaction(async (tx) => {
    await applySource(scope, tx, 'payment', id, input, expected)
    return readPayment(tx, scope, id)
  })

/** Takes an application of a payment back. @throws as unapplySource. */
export const unapplyPayment = (scope: Scope, id: number, input: DocumentUnapplyInput, expected: ExpectedVersion) =>
  scope.db.transaction(async (tx) => {
    await unapplySource(scope, tx, 'payment', id, input, expected)
    return readPayment(tx, scope, id)
  })

/** Voids a payment. @throws as voidSource. */
export const voidPayment = (scope: Scope, id: number, input: DocumentVoidInput, expected: ExpectedVersion) =>
  scope.db.transaction(async (tx) => {
    await voidSource(scope, tx, 'payment', id, input, expected)
    return readPayment(tx, scope, id)
  })
