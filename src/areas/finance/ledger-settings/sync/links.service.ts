import { createHash, randomUUID } from 'node:crypto'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { LedgerLink } from '#prisma/client'
import {
  type Ledger,
  type LedgerDocument,
  type LedgerDocumentKind,
  LedgerFault,
  type SavedDocument,
} from '../ledger.port.ts'

/** A record of the id map: what the service calls it, and its id. */
export interface LinkKey {
  kind:
    | 'contact'
    | 'invoice'
    | 'payment'
    | 'credit'
    | 'creditApplication'
    | 'refund'
    | 'writeoff'
    | 'writeoffApplication'
    | 'invoiceReversal'
    | 'paymentReversal'
    | 'creditReversal'
    | 'refundReversal'
    | 'writeoffReversal'
  recordId: number
}

export const findLink = ({ db }: Scope, key: LinkKey): Promise<LedgerLink | null> =>
  db.prisma.ledgerLink.findFirst({ where: { tenantId: db.tenantId, ...key } })

/** Finds the entry of a customer that the sync has created. */
export const findCustomerLink = (
  { db }: Scope,
  ledgerId: string,
  models: Models = db.prisma,
): Promise<LedgerLink | null> =>
  models.ledgerLink.findFirst({ where: { tenantId: db.tenantId, kind: 'contact', ledgerId } })

/** Returns whether the ledger has the record, or can have it because the result of its creation is unknown. */
export const isKnown = (link: LedgerLink | null): link is LedgerLink =>
  link !== null && (link.ledgerId !== null || link.isUncertain)

export const updateLink = ({ db }: Scope, { id }: LedgerLink, data: Partial<LedgerLink>): Promise<LedgerLink> =>
  db.prisma.ledgerLink.update({ where: { tenantId_id: { tenantId: db.tenantId, id } }, data })

const addLink = async (scope: Scope, key: LinkKey): Promise<LedgerLink> => {
  const { tenantId, prisma } = scope.db
  await prisma.ledgerLink.createMany({ data: [{ tenantId, ...key, requestId: randomUUID() }], skipDuplicates: true })
  return prisma.ledgerLink.findFirstOrThrow({ where: { tenantId, ...key } })
}

/** These rejections state nothing about an earlier request with the same id. */
const STATELESS = new Set(['throttled', 'not-connected'])

/** A creation in the ledger, and the search for what an earlier attempt with the same request id has created. */
export interface Creation {
  create(requestId: string): Promise<SavedDocument>
  find(requestId: string): Promise<SavedDocument | null>
}

/**
 * Creates a record in the ledger once. The request id is stored before the call. If the result is unknown, the next attempt
 * first searches for what the earlier one has created, because a ledger forgets request ids after some time. If there is
 * nothing, it uses the same id again: an earlier request that is still under way creates nothing more. A rejected
 * creation gets another id, because it is sent with other content next time.
 *
 * @throws LedgerFault.
 */
export const createOnce = async (scope: Scope, key: LinkKey, { create, find }: Creation): Promise<LedgerLink> => {
  const link = (await findLink(scope, key)) ?? (await addLink(scope, key))
  if (link.ledgerId !== null) return link
  const found = link.isUncertain ? await find(link.requestId) : null
  if (found) return confirm(scope, link, found)
  const sent = await updateLink(scope, link, { isUncertain: true, sentAt: scope.clock.now() })
  try {
    return await confirm(scope, sent, await create(sent.requestId))
  } catch (error) {
    if (!(error instanceof LedgerFault) || !error.isDefinite) throw error
    if (STATELESS.has(error.code)) await updateLink(scope, sent, { isUncertain: link.isUncertain })
    else await updateLink(scope, sent, { isUncertain: false, requestId: randomUUID() })
    throw error
  }
}

/** Stores what the ledger has created. */
export const confirm = (scope: Scope, link: LedgerLink, { id, version }: SavedDocument): Promise<LedgerLink> =>
  updateLink(scope, link, { ledgerId: id, version, isUncertain: false })

export const fingerprintOf = (document: LedgerDocument): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex')

/** What was done in the ledger. */
export type SendResult = 'created' | 'changed' | 'voided' | 'unchanged'

/**
 * Creates a document in the ledger, or changes it if its content is another than the one that was sent last.
 *
 * @param requireOpen is called before a change.
 */
export const putDocument = async (
  scope: Scope,
  ledger: Ledger,
  key: LinkKey,
  document: LedgerDocument,
  requireOpen: () => void,
): Promise<{ link: LedgerLink; result: SendResult }> => {
  const fingerprint = fingerprintOf(document)
  const { customerId } = document
  const before = await findLink(scope, key)
  if (before?.ledgerId != null && before.fingerprint === fingerprint) return { link: before, result: 'unchanged' }
  requireOpen()
  if (before?.ledgerId == null) {
    const isFirst = !before?.isUncertain
    const link = await createOnce(scope, key, {
      create: (requestId) => ledger.createDocument(document, requestId),
      find: (requestId) => ledger.findDocument(document, requestId),
    })
    // An earlier attempt can have created it with other content.
    if (isFirst) return { link: await updateLink(scope, link, { fingerprint, customerId }), result: 'created' }
    return { link: await change(scope, ledger, link, document, fingerprint), result: 'created' }
  }
  return { link: await change(scope, ledger, before, document, fingerprint), result: 'changed' }
}

const change = async (
  scope: Scope,
  ledger: Ledger,
  link: LedgerLink,
  document: LedgerDocument,
  fingerprint: string,
): Promise<LedgerLink> => {
  const { customerId } = document
  const { version } = await withFresh(ledger, document.kind, link, (saved) =>
    ledger.updateDocument(document, saved, link.requestId),
  )
  return updateLink(scope, link, { version, fingerprint, customerId })
}

/** Voids a document that the ledger has; a void document stays as it is. */
export const voidLinked = async (
  scope: Scope,
  ledger: Ledger,
  kind: LedgerDocumentKind,
  link: LedgerLink,
): Promise<{ link: LedgerLink; result: SendResult }> => {
  if (link.isVoid) return { link, result: 'unchanged' }
  const { version } = await withFresh(ledger, kind, link, (saved) => ledger.voidDocument(kind, saved))
  return { link: await updateLink(scope, link, { version, isVoid: true }), result: 'voided' }
}

/** Removes an entry from the id map: the next document of the record is another one in the ledger. */
export const forgetLink = async ({ db }: Scope, { id }: LedgerLink): Promise<void> => {
  await db.prisma.ledgerLink.deleteMany({ where: { tenantId: db.tenantId, id } })
}

/** Changes a document of the ledger. If it was changed there, reads its version again once. */
const withFresh = async (
  ledger: Ledger,
  kind: LedgerDocumentKind,
  { ledgerId, version }: LedgerLink,
  work: (saved: SavedDocument) => Promise<SavedDocument>,
): Promise<SavedDocument> => {
  const id = ledgerId ?? ''
  try {
    return await work({ id, version: version ?? '' })
  } catch (error) {
    if (!(error instanceof LedgerFault) || error.code !== 'stale') throw error
    return work(await ledger.readDocument(kind, id))
  }
}
