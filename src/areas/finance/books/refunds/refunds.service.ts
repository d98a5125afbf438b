import type { DocumentVoidInput } from '#contract/finance/invoices'
import type { RefundSaveInput } from '#contract/finance/refunds'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, toCents } from '#kernel/money/cents'
import { changeOf } from '#kernel/records/record-change'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { isMoneyAccount } from '../accounts/money-accounts.queries.ts'
import { notAvailable } from '../applications/applications.input.ts'
import { addOpenAmount, type OpenSource } from '../applications/applications.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import {
  finishDocuments,
  type LockedDocument,
  lockDocument,
  lockSourceOf,
  requireNotVoid,
  voidLocked,
} from '../documents/locked-documents.service.ts'
import { changeNotes } from '../documents/notes.service.ts'
import { postRefund } from '../documents/postings.model.ts'
import { postEntry } from '../journal/journal.service.ts'
import { readRefund, refundKind } from './refunds.queries.ts'
import { addRefundSql } from './refunds.sql.ts'

/**
 * Records a refund (id 0) of what is neither applied nor refunded of a payment or credit, or changes its notes.
 *
 * @throws 400, 404, 409 document-void, contact-deleted or stale-audit-id, 412, 422 not-available, unknown-reference,
 *   posted, books-rule, closed-period.
 */
export const saveRefund = (
  scope: Scope,
  id: number,
  input: RefundSaveInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const saved = id === 0 ? await createRefund(scope, tx, input) : await changeRefund(scope, tx, id, input, expected)
    return readRefund(tx, scope, saved)
  })

const createRefund = async (scope: Scope, tx: Transaction, input: RefundSaveInput): Promise<number> => {
  const key = parseSource(input)
  const source = await lockSourceOf(scope, tx, key.kind, key.id, key.pointer)
  requireNotVoid(key.kind, source)
  const refundedOn = parseDay(scope, input.RefundedDate, '/RefundedDate', source.date)
  await requireOpenPeriod(scope, tx, refundedOn, '/RefundedDate')
  const { tenantId } = scope.db
  if (input.AccountId && !(await isMoneyAccount(tx, tenantId, input.AccountId)))
    throw unknownReference('/AccountId', 'active account of type Bank or Asset')
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

interface NewRefund {
  cents: number
  refundedOn: Day
  accountId: number | null
  notes: string | null
}

const addRefund = async (
  scope: Scope,
  tx: Transaction,
  { kind, id: sourceId }: OpenSource,
  { contactId }: LockedDocument,
  { cents, refundedOn, accountId, notes }: NewRefund,
): Promise<number> => {
  const { tenantId } = scope.db
  const of = { paymentId: kind === 'payment' ? sourceId : null, creditId: kind === 'credit' ? sourceId : null }
  const values = { tenantId, contactId, refundedOn, amount: cents, ...of, accountId, notes }
  const [added] = await tx.rows<{ id: number; number: number; accountId: number }>(addRefundSql(values))
  if (!added) throw new Error('The refund was not added')
  const { id, number } = added
  const document = { kind: 'refund', id, number, contactId, postedOn: refundedOn } as const
  const [change] = await Promise.all([
    addOpenAmount(scope, tx, { kind, id: sourceId }, -cents),
    postEntry(tx, tenantId, document, postRefund(cents, added.accountId)),
  ])
  const payload = { refundId: id, number, contactId, amount: fromCents(cents), ...of }
  const recorded = changeOf(refundKind, { id, auditId: 1 }, 'created', { changes: payload, payload })
  await finishDocuments(scope, tx, contactId, [recorded, change], [])
  return id
}

const changeRefund = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  input: RefundSaveInput,
  expected: ExpectedVersion,
): Promise<number> => {
  const refund = await lockDocument(scope, tx, 'refund', id, expected)
  requireNotVoid('refund', refund)
  const { paymentId: PaymentId, creditId: CreditId, accountId: AccountId } = refund
  requireUnposted(input, { PaymentId, CreditId, AccountId, Amount: refund.total / 100, RefundedDate: refund.date })
  await changeNotes(scope, tx, 'refund', refund, input.Notes)
  return id
}

/**
 * Voids a refund: its amount is open again on the payment or credit.
 *
 * @throws 400, 404, 409 document-void, contact-deleted or stale-audit-id, 412, 422 closed-period.
 */
export const voidRefund = (
  scope: Scope,
  id: number,
  input: DocumentVoidInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const refund = await lockDocument(scope, tx, 'refund', id, { ...expected, isRequired: false })
    requireNotVoid('refund', refund)
    const postedOn = parseDay(scope, input.Date, '/Date', refund.date)
    await requireOpenPeriod(scope, tx, postedOn)
    const { contactId, total, paymentId, creditId } = refund
    const source: OpenSource =
      paymentId === null ? { kind: 'credit', id: creditId ?? 0 } : { kind: 'payment', id: paymentId }
    const opened = await addOpenAmount(scope, tx, source, total)
    const change = await voidLocked(scope, tx, 'refund', refund, postedOn)
    await finishDocuments(scope, tx, contactId, [change, opened], [])
    return readRefund(tx, scope, id)
  })
