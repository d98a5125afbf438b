import type { DocumentVoidInput } from '#contract/finance/invoices'
import type { RefundSaveInput } from '#contract/finance/refunds'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { requireMoneyAccount } from '../accounts/money-accounts.queries.ts'
import { notAvailable } from '../applications/applications.input.ts'
import type { OpenSource } from '../applications/applications.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import { saveDocument, voidDocument } from '../documents/documents.service.ts'
import {
  type LockedDocument,
  lockSourceOf,
  requireNotOfCharge,
  requireNotVoid,
} from '../documents/locked-documents.service.ts'
import { changeNotes } from '../documents/notes.service.ts'
import { addRefund, reopenSource } from './refund-posting.service.ts'
import { readRefund } from './refunds.queries.ts'

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
  const source = await lockSourceOf(scope, tx, key.kind, key.id, key.pointer)
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
