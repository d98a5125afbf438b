import {
  type BookDocument,
  type CoveredAmount,
  type DocumentKind,
  findBookDocument,
} from '#areas/finance/books/book-documents.queries'
import type { LedgerLink } from '#prisma/client'
import type { AppliedPart, LedgerDocument, LedgerDocumentKind } from '../ledger.port.ts'
import { ensureCustomer } from './customers.service.ts'
import { applicationDocument, paymentDocument, refundDocument, saleDocument } from './ledger-documents.model.ts'
import {
  findLink,
  forgetLink,
  isKnown,
  type LinkKey,
  putDocument,
  type SendResult,
  voidLinked,
} from './links.service.ts'
import type { SyncRun } from './sync-run.model.ts'
import { Unsendable } from './unsendable.model.ts'

/** What was done with a document, and its id in the ledger. */
export interface Sent {
  result: SendResult | 'never-sent'
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
  const built = applicationDocument(document, customerId, creditMemoId, invoices)
  return (await put(run, applicationKey(document), document, built)).result as SendResult
}

/** Voids the use of a credit memo. Its next use is another document of the ledger. */
const unapply = async (run: SyncRun, document: CreditMemo): Promise<SendResult> => {
  const link = await findLink(run.scope, applicationKey(document))
  if (!link) return 'unchanged'
  if (link.ledgerId === null && link.isUncertain)
    throw new Unsendable('The ledger did not confirm how the credit was used. Apply the credit again, then send it.')
  if (link.ledgerId !== null) {
    requireOpen(run, document)
    await voidLinked(run.scope, run.ledger, 'payment', link)
  }
  await forgetLink(run.scope, link)
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
  if (!isKnown(link)) return { result: 'never-sent', ledgerId: null }
  const known = link.ledgerId === null ? await learnId(run, document, link) : link
  if (document.kind === 'credit' || document.kind === 'writeoff') await unapply(run, document)
  if (!known.isVoid) requireOpen(run, document)
  const { result } = await voidLinked(run.scope, run.ledger, LEDGER_KINDS[document.kind], known)
  return { result, ledgerId: known.ledgerId }
}

/** Repeats a creation whose result is unknown, so that what it has created can be voided. */
const learnId = async (run: SyncRun, document: BookDocument, link: LedgerLink): Promise<LedgerLink> => {
  await sendCurrent(run, { ...document, isVoid: false })
  return (await findLink(run.scope, { kind: document.kind, recordId: document.id })) ?? link
}

const put = async (run: SyncRun, key: LinkKey, document: BookDocument, built: LedgerDocument): Promise<Sent> => {
  const { link, result } = await putDocument(run.scope, run.ledger, key, built, () => requireOpen(run, document))
  return { result, ledgerId: link.ledgerId }
}

/** @throws Unsendable if the date of the document is in the closed period. */
const requireOpen = ({ closedThrough }: SyncRun, { number, datedOn }: BookDocument): void => {
  if (closedThrough === null || datedOn > closedThrough) return
  throw new Unsendable(
    `${number} is dated ${datedOn}, in the period that is closed until ${closedThrough}. Open the period, then send it again.`,
  )
}

/** The invoices as the ledger knows them. Those that it does not have yet are sent first. */
const partsOf = async (run: SyncRun, applied: readonly CoveredAmount[]): Promise<AppliedPart[]> => {
  const parts: AppliedPart[] = []
  for (const { invoiceId, amount } of applied) {
    const link = await findLink(run.scope, { kind: 'invoice', recordId: invoiceId })
    const id = link?.ledgerId ?? (await sendDocument(run, 'invoice', invoiceId)).ledgerId
    if (id !== null) parts.push({ kind: 'invoice', id, amount })
  }
  return parts
}
