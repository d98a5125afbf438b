import {
  type BookDocument,
  type CoveredAmount,
  type DocumentKind,
  findBookDocument,
  findVoidDay,
} from '#areas/finance/books/book-documents.queries'
import type { Day } from '#kernel/time/calendar'
import type { LedgerLink } from '#prisma/client'
import { type AppliedPart, type LedgerDocument, type LedgerDocumentKind, LedgerFault } from '../ledger.port.ts'
import type { SyncRun } from './counterparts.queries.ts'
import { ensureCustomer } from './customers.service.ts'
import {
  makeApplicationDocument,
  makePaymentDocument,
  makeRefundDocument,
  makeReversalDocument,
  makeSaleDocument,
} from './ledger-documents.model.ts'
import {
  confirm,
  findLink,
  fingerprintOf,
  forgetLink,
  isKnown,
  type LinkKey,
  putDocument,
  type SendResult,
  updateLink,
  voidLinked,
} from './links.service.ts'
import { IN_CLOSED_PERIOD, Unsendable } from './sync.model.ts'

/** What was done with a document, and its id in the ledger. */
export interface Sent {
  result: SendResult | 'never-sent' | 'former' | 'reversed' | 'kept'
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
    return put(run, key, document, makePaymentDocument(document, customerId, counterparts, applied))
  }
  if (document.kind === 'refund') return put(run, key, document, makeRefundDocument(document, customerId, counterparts))
  const built = makeSaleDocument(document, customerId, counterparts)
  if (document.kind === 'invoice') return sendInvoice(run, document, built)
  const sent = await put(run, key, document, built)
  const applied =
    document.kind === 'credit' ? document.applied : [{ invoiceId: document.invoiceId, amount: document.total }]
  const application = await apply(run, document, { customerId, creditMemoId: sent.ledgerId ?? '', applied })
  return sent.result === 'unchanged' ? { ...sent, result: application } : sent
}

/**
 * Sends an invoice. What can change in an invoice, such as the due date, posts nothing in the books: if its period is closed, it
 * stays in the ledger as it was sent.
 */
const sendInvoice = async (run: SyncRun, document: BookDocument, built: LedgerDocument): Promise<Sent> => {
  const key = { kind: document.kind, recordId: document.id }
  const link = await findLink(run.scope, key)
  const isKept = link?.ledgerId != null && isClosed(run, document.datedOn) && link.fingerprint !== fingerprintOf(built)
  return isKept ? { result: 'kept', ledgerId: link.ledgerId } : put(run, key, document, built)
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
  const built = makeApplicationDocument(document, customerId, creditMemoId, invoices)
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

/** Sends the void of a document. A void document that was never sent stays out of the ledger. */
const sendVoid = async (run: SyncRun, document: BookDocument): Promise<Sent> => {
  const key: LinkKey = { kind: document.kind, recordId: document.id }
  const link = await findLink(run.scope, key)
  const kind = LEDGER_KINDS[document.kind]
  const known = isKnown(link) ? await settleUncertain(run, kind, document, link) : null
  if (!known) return { result: 'never-sent', ledgerId: null }
  if (!known.isVoid && (await isToBeReversed(run, document))) return sendReversal(run, document, known)
  if (document.kind === 'credit' || document.kind === 'writeoff') await unapply(run, document)
  const { result } = await voidLinked(run.scope, run.ledger, kind, known)
  return { result, ledgerId: known.ledgerId }
}

const reversalKey = ({ kind, id }: BookDocument): LinkKey => ({ kind: `${kind}Reversal`, recordId: id })

/**
 * Returns whether the period of a void document is closed, or was when its reversal was sent by a run that did not end.
 */
const isToBeReversed = async (run: SyncRun, document: BookDocument): Promise<boolean> =>
  isClosed(run, document.datedOn) || isKnown(await findLink(run.scope, reversalKey(document)))

/** Sends the opposite of a void document, dated on the day of the void: nothing in the closed period is changed. */
const sendReversal = async (run: SyncRun, document: BookDocument, link: LedgerLink): Promise<Sent> => {
  const datedOn = await findVoidDay(run.scope, document.kind, document.id)
  const customerId = link.customerId ?? (await ensureCustomer(run, document.contactId))
  const built = makeReversalDocument(document, { customerId, datedOn }, run.counterparts)
  await putDocument(run.scope, run.ledger, reversalKey(document), built, () =>
    requireOpen(run, { number: document.number, datedOn }),
  )
  await updateLink(run.scope, link, { isVoid: true })
  return { result: 'reversed', ledgerId: link.ledgerId }
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

const isClosed = ({ closedThrough }: SyncRun, day: Day): boolean => closedThrough !== null && day <= closedThrough

/** Rejects a document whose date is in the closed period. @throws Unsendable. */
const requireOpen = (run: SyncRun, { number, datedOn }: Pick<BookDocument, 'number' | 'datedOn'>): void => {
  if (!isClosed(run, datedOn)) return
  throw new Unsendable(
    `${number} is dated ${datedOn}, ${IN_CLOSED_PERIOD} ${run.closedThrough}. Open the period: then it is sent again.`,
  )
}

/**
 * Returns the invoices as the ledger knows them. Those that it does not have yet are sent first. Those that are in the
 * ledger that was used before are left out: there, the document does not apply to them.
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
