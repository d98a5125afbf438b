import type { DocumentVoidInput } from '#contract/finance/invoices'
import type { RefundSaveInput } from '#contract/finance/refunds'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { requireMoneyAccount } from '../accounts/accounts.queries.ts'
import { notAvailable } from '../applications/applications.input.ts'
import { addOpenAmount, type OpenSource } from '../applications/applications.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import { changeNotes, saveDocument, type TakenBack, voidDocument } from '../documents/documents.service.ts'
import {
  finishDocuments,
  type LockedDocument,
  lockReferencedDocument,
  requireNotOfCharge,
  requireNotVoid,
} from '../documents/locked-documents.service.ts'
import { addDocument, describeCreatedDocument } from '../documents/posted-documents.service.ts'
import { postRefund } from '../documents/postings.model.ts'
import { postEntry } from '../journal/journal.service.ts'
import { readRefund } from './refunds.queries.ts'
import { addRefundSql } from './refunds.sql.ts'

/**
 * Records a refund (id 0) of what is neither applied nor refunded of a payment or credit, or changes its notes.
 *
 * @throws 400, 404, 409 document-void, charge-payment, contact-deleted or stale-audit-id, 412, 422 not-available,
 *   unknown-reference, posted, books-rule, closed-period.
 */
export const saveRefund = (
  scope: Scope,
  id: number,
  input: RefundSaveInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  saveDocument(scope, id, expected, {
    kind: 'refund',
    read: readRefund,
    create: (tx) => createRefund(scope, tx, input),
    change: (tx, refund) => changeRefund(scope, tx, refund, input),
  })

const createRefund = async (scope: Scope, tx: Transaction, input: RefundSaveInput): Promise<number> => {
  const key = parseSource(input)
  const source = await lockReferencedDocument(scope, tx, key.kind, key.id, key.pointer)
  requireNotVoid(key.kind, source)
  if (!source.isRefundedByBooks) requireNotOfCharge(source)
  const refundedOn = parseDay(scope, input.RefundedDate, '/RefundedDate', source.date)
  await requireOpenPeriod(scope, tx, refundedOn, '/RefundedDate')
  if (input.AccountId) await requireMoneyAccount(scope, tx, '/AccountId', input.AccountId)
  const cents = input.Amount == null ? source.open : toCents(input.Amount)
  if (cents > source.open || cents === 0) throw notAvailable(source.open)
  const accountId = input.AccountId ?? source.accountId
  return addRefund(scope, tx, key, source, { cents, refundedOn, accountId, notes: parseText(input.Notes) ?? null })
}

const parseSource = ({ PaymentId, CreditId }: RefundSaveInput): OpenSource & { pointer: string } => {
  if (PaymentId && !CreditId) return { kind: 'payment', id: PaymentId, pointer: '/PaymentId' }
  if (CreditId && !PaymentId) return { kind: 'credit', id: CreditId, pointer: '/CreditId' }
  const message = 'requires either PaymentId or CreditId'
  throw ruleRefused('books-rule', 'The refund is of one payment or one credit.', [{ pointer: '/PaymentId', message }])
}

const changeRefund = async (
  scope: Scope,
  tx: Transaction,
  refund: LockedDocument,
  input: RefundSaveInput,
): Promise<void> => {
  const { paymentId: PaymentId, creditId: CreditId, accountId: AccountId } = refund
  requireUnposted(input, { PaymentId, CreditId, AccountId, Amount: refund.total / 100, RefundedDate: refund.date })
  await changeNotes(scope, tx, 'refund', refund, input.Notes)
}

/**
 * Voids a refund: its amount is open again on the payment or credit.
 *
 * @throws 400, 404, 409 document-void, charge-payment, contact-deleted or stale-audit-id, 412, 422 closed-period.
 */
export const voidRefund = (
  scope: Scope,
  id: number,
  input: DocumentVoidInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  voidDocument(scope, id, input, expected, { kind: 'refund', read: readRefund, takeBack: reopenSource })

export interface NewRefund {
  cents: number
  refundedOn: Day
  /** The account that the money comes from; null for undeposited funds. */
  accountId: number | null
  notes: string | null
}

/**
 * Posts a refund of a payment or credit. The caller has locked the contact and the document, and has checked the amount and
 * the day.
 */
export const addRefund = async (
  scope: Scope,
  tx: Transaction,
  { kind, id: sourceId }: OpenSource,
  { contactId }: Pick<LockedDocument, 'contactId'>,
  { cents, refundedOn, accountId, notes }: NewRefund,
): Promise<number> => {
  const { tenantId } = scope.db
  const of = { paymentId: kind === 'payment' ? sourceId : null, creditId: kind === 'credit' ? sourceId : null }
  const values = { tenantId, contactId, refundedOn, amount: cents, ...of, accountId, notes }
  const document = { kind: 'refund', contactId, postedOn: refundedOn } as const
  const refund = await addDocument<{ id: number; number: number; accountId: number }>(
    tx,
    document,
    addRefundSql(values),
  )
  const [change] = await Promise.all([
    addOpenAmount(scope, tx, { kind, id: sourceId }, -cents),
    postEntry(tx, tenantId, refund, postRefund(cents, refund.accountId)),
  ])
  const recorded = describeCreatedDocument(refund, { amount: fromCents(cents), ...of })
  await finishDocuments(scope, tx, contactId, [recorded, change], [])
  return refund.id
}

/** Opens the amount of a refund that is being voided again on its payment or credit. */
export const reopenSource = async (
  scope: Scope,
  tx: Transaction,
  { total, paymentId, creditId }: LockedDocument,
): Promise<TakenBack> => {
  const source: OpenSource =
    paymentId === null ? { kind: 'credit', id: creditId ?? 0 } : { kind: 'payment', id: paymentId }
  return { changes: [await addOpenAmount(scope, tx, source, total)], effects: [] }
}
