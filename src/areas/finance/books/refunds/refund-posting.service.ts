import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { addOpenAmount, type OpenSource } from '../applications/applications.service.ts'
import type { TakenBack } from '../documents/documents.service.ts'
import { finishDocuments, type LockedDocument } from '../documents/locked-documents.service.ts'
import { addDocument, createdDocument } from '../documents/posted-documents.service.ts'
import { postRefund } from '../documents/postings.model.ts'
import { postEntry } from '../journal/journal.service.ts'
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
  const recorded = createdDocument(refund, { amount: fromCents(cents), ...of })
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
