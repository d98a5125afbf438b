import { fromCents } from '#kernel/money/cents'
import { changeOf } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { addOpenAmount, type OpenSource } from '../applications/applications.service.ts'
import { finishDocuments, type LockedDocument, voidLocked } from '../documents/locked-documents.service.ts'
import { postRefund } from '../documents/postings.model.ts'
import { postEntry } from '../journal/journal.service.ts'
import { refundKind } from './refunds.queries.ts'
import { addRefundSql } from './refunds.sql.ts'

/** A refund to post. */
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

/** Voids a locked refund: its amount is open again on the payment or credit. The caller has checked the day. */
export const takeRefundBack = async (
  scope: Scope,
  tx: Transaction,
  refund: LockedDocument,
  postedOn: Day,
): Promise<void> => {
  const { contactId, total, paymentId, creditId } = refund
  const source: OpenSource =
    paymentId === null ? { kind: 'credit', id: creditId ?? 0 } : { kind: 'payment', id: paymentId }
  const opened = await addOpenAmount(scope, tx, source, total)
  const change = await voidLocked(scope, tx, 'refund', refund, postedOn)
  await finishDocuments(scope, tx, contactId, [change, opened], [])
}
