import {
  type BookDocument,
  type CoveredAmount,
  type DocumentKind,
  findBookDocument,
} from '#areas/finance/books/book-documents.queries'
import type { LedgerLink } from '#prisma/client'
import { type AppliedPart, type LedgerDocument, type LedgerDocumentKind, LedgerFault } from '../ledger.port.ts'
import { ensureCustomer } from './customers.service.ts'
import { applicationDocument, paymentDocument, refundDocument, saleDocument } from './ledger-documents.model.ts'
import {
  confirm,
  findLink,
  forgetLink,
  isKnown,
  type LinkKey,
  putDocument,
  type SendResult,
  voidLinked,
} from './links.service.ts'
import type { SyncRun } from './sync-run.model.ts'
import { IN_CLOSED_PERIOD, Unsendable } from './unsendable.model.ts'

/** What was done with a document, and its id in the ledger. */
export interface Sent {
  result: SendResult | 'never-sent' | 'former'
  ledgerId: string | null
}

/**
 * Brings a document of the books into the ledger in its current state: creates or changes it, or voids it. Documents that
 * it needs are sent first. It can be killed at any point and repeated.
 *
 * @throws Unsendable, LedgerFault.
 */
export const sendDocument = async (run: SyncRun, kind: DocumentKind, id: number): Promise<Sent> => {
  const document = await findBookDocument(run.scope, kind, id)
  if (!document) return { result: 'never-sent', ledgerId: null }
  const link = await findLink(run.scope, { kind, recordId: id })
  if (link?.isFormer) return { result: 'former', ledgerId: null }
  return document.isVoid ? sendVoid(run, document) : sendCurrent(run, document)
}

const sendCurrent = async (run: SyncRun, document: BookDocument): Promise<Sent> => {
  const { counterparts } = run
  const customerId = await ensureCustomer(run, document.contactId)
  const key: LinkKey = { kind: document.kind, recordId: document.id }
  if (document.kind === 'payment') {
    const applied = await partsOf(run, document.applied)
    return put(run, key, document, paymentDocument(document, customerId, counterparts, applied))
  }
  if (document.kind === 'refund') return put(run, key, document, refundDocument(document, customerId, counterparts))
  const sent = await put(run, key, document, saleDocument(document, customerId, counterparts))
  if (document.kind === 'invoice') return sent
  const applied =
    document.kind === 'credit' ? document.applied : [{ invoiceId: document.invoiceId, amount: document.total }]
  const application = await apply(run, document, { customerId, creditMemoId: sent.ledgerId ?? '', applied })
  return sent.result === 'unchanged' ? { ...sent, result: application } : sent
}

type CreditMemo = Extract<BookDocument, { kind: 'credit' | 'writeoff' }>

const applicationKey = ({ kind, id }: Pick<CreditMemo, 'kind' | 'id'>): LinkKey => ({
  kind: kind === 'credit' ? 'creditApplication' : 'writeoffApplication',
  recordId: id,
})

interface Applying {
  customerId: string
  creditMemoId: string
  applied: readonly CoveredAmount[]
}

/** Uses a credit memo for the invoices that it is applied to. */
const apply = async (
  run: SyncRun,
  document: CreditMemo,
  { customerId, creditMemoId, applied }: Applying,
): Promise<SendResult> => {
  if (applied.length === 0) return unapply(run, document)
  const invoices = await partsOf(run, applied)
  if (invoices.length === 0) return unapply(run, document)
  const built = applicationDocument(document, customerId, creditMemoId, invoices)
  return (await put(run, applicationKey(document), document, built)).result as SendResult
}

/** Voids the use of a credit memo. Its next use is another document of the ledger. */
const unapply = async (run: SyncRun, document: CreditMemo): Promise<SendResult> => {
  const link = await findLink(run.scope, applicationKey(document))
  if (!link) return 'unchanged'
  const known = await settleUncertain(run, 'payment', document, link)
  if (known?.ledgerId != null) {
    requireOpen(run, document)
    await voidLinked(run.scope, run.ledger, 'payment', known)
  }
  if (known) await forgetLink(run.scope, known)
  return 'changed'
}

const LEDGER_KINDS: Record<DocumentKind, LedgerDocumentKind> = {
  invoice: 'invoice',
  credit: 'creditMemo',
  writeoff: 'creditMemo',
  payment: 'payment',
  refund: 'refund',
}

/** A void document that was never sent stays out of the ledger. */
const sendVoid = async (run: SyncRun, document: BookDocument): Promise<Sent> => {
  const key: LinkKey = { kind: document.kind, recordId: document.id }
  const link = await findLink(run.scope, key)
  const kind = LEDGER_KINDS[document.kind]
  const known = isKnown(link) ? await settleUncertain(run, kind, document, link) : null
  if (!known) return { result: 'never-sent', ledgerId: null }
  if (document.kind === 'credit' || document.kind === 'writeoff') await unapply(run, document)
  if (!known.isVoid) requireOpen(run, document)
  const { result } = await voidLinked(run.scope, run.ledger, kind, known)
  return { result, ledgerId: known.ledgerId }
}

/** A request without a response is certainly no longer under way after this time. */
const UNDER_WAY_MS = 300_000

/**
 * Finds out what a creation with an unknown result has created, before that is voided. Returns null, and forgets the
 * creation, if it has created nothing.
 *
 * @throws LedgerFault unavailable while the creation can still be under way.
 */
const settleUncertain = async (
  { scope, ledger }: SyncRun,
  kind: LedgerDocumentKind,
  { number, datedOn }: BookDocument,
  link: LedgerLink,
): Promise<LedgerLink | null> => {
  if (link.ledgerId !== null || !link.isUncertain) return link
  const found = await ledger.findDocument({ kind, number, datedOn }, link.requestId)
  if (found) return confirm(scope, link, found)
  if (link.sentAt && scope.clock.now().getTime() - link.sentAt.getTime() < UNDER_WAY_MS)
    throw new LedgerFault('unavailable')
  await forgetLink(scope, link)
  return null
}

const put = async (run: SyncRun, key: LinkKey, document: BookDocument, built: LedgerDocument): Promise<Sent> => {
  const { link, result } = await putDocument(run.scope, run.ledger, key, built, () => requireOpen(run, document))
  return { result, ledgerId: link.ledgerId }
}

/** @throws Unsendable if the date of the document is in the closed period. */
const requireOpen = ({ closedThrough }: SyncRun, { number, datedOn }: BookDocument): void => {
  if (closedThrough === null || datedOn > closedThrough) return
  throw new Unsendable(
    `${number} is dated ${datedOn}, ${IN_CLOSED_PERIOD} ${closedThrough}. Open the period: then it is sent again.`,
  )
}

/**
 * The invoices as the ledger knows them. Those that it does not have yet are sent first. Those that are in the ledger that
 * was used before are left out: there, the document does not apply to them.
 */
const partsOf = async (run: SyncRun, applied: readonly CoveredAmount[]): Promise<AppliedPart[]> => {
  const parts: AppliedPart[] = []
  for (const { invoiceId, amount } of applied) {
    const link = await findLink(run.scope, { kind: 'invoice', recordId: invoiceId })
    const known = link?.isFormer ? null : link?.ledgerId
    const id = known ?? (await sendDocument(run, 'invoice', invoiceId)).ledgerId
    if (id !== null) parts.push({ kind: 'invoice', id, amount })
  }
  return parts
}
