import { findContent } from '#areas/integration/files/files.queries'
import { getMemberView, requireMember } from '#areas/people/member-logins/member-logins.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays } from '#kernel/time/calendar'
import { dateOf, dayOf, todayOf } from '#kernel/time/day'
import type { StoredContent } from '#services/files/send-file'
import { listMembershipTypeIds, type SoldItem } from '../carts/carts.queries.ts'
import type { OrderLine } from '../checkout/checkout.model.ts'
import { type BoughtDownload, downloadKind, findDownload } from './downloads.queries.ts'

/** What decides whether a file that was bought can be downloaded. */
interface DownloadRight {
  isPaid: boolean
  count: number
  maxCount: number | null
  /** The last day; null: no end. */
  expiresOn: string | null
  needsMembership: boolean
  isMember: boolean
}

/** Returns why a file cannot be downloaded; undefined if it can. */
const reasonEnded = (right: DownloadRight, today: string): string | undefined => {
  const { isPaid, count, maxCount, expiresOn, needsMembership, isMember } = right
  if (!isPaid) return 'The order is not paid, or was refunded.'
  if (expiresOn !== null && today > expiresOn) return `The time for the download ended on ${expiresOn}.`
  if (maxCount !== null && count >= maxCount) return `The file was downloaded ${count} times, which is the limit.`
  if (needsMembership && !isMember) return 'The file is for members, and the buyer has no active membership.'
  return undefined
}

const DIGITAL = 1

/** Gives the buyer the right to download the files of the digital items of an order, when it is paid. */
export const issueDownloads = async (
  scope: Scope,
  tx: Transaction,
  purchaseId: number,
  lines: readonly OrderLine[],
): Promise<void> => {
  for (const { lineId, item, itemId } of lines.filter((line) => line.item.kindId === DIGITAL)) {
    const { id } = await tx.storeDownload.create({
      data: {
        tenantId: scope.db.tenantId,
        purchaseId,
        lineId,
        itemId,
        maxCount: item.maxDownloads,
        expiresOn: lastDayOf(item, todayOf(scope)),
      },
    })
    const change = changeOf(downloadKind, { id, auditId: 1 }, 'created', { payload: { orderId: purchaseId } })
    await recordChange(scope, tx, change)
  }
}

/** Returns the last day: that of the file, or some days after the purchase, whichever is first. */
const lastDayOf = ({ downloadDays, fileExpiresOn }: SoldItem, today: string): Date | null => {
  const days = [
    ...(downloadDays === null ? [] : [addDays(today, downloadDays)]),
    ...(fileExpiresOn === null ? [] : [dayOf(fileExpiresOn)]),
  ].sort()
  return days[0] === undefined ? null : dateOf(days[0])
}

/** Checks the right to download a file now. @throws 404; 409 download-ended. */
export const requireDownload = async (scope: Scope, tx: Transaction, id: number): Promise<BoughtDownload> => {
  const download = await findDownload(tx, scope.db.tenantId, id)
  if (!download) throw notFound('download')
  const { purchase, item, line } = download
  const { invoice, cancelledAt, contactId } = purchase
  const isSettled = invoice === null || (Number(invoice.balance) === 0 && invoice.voidedAt === null)
  const needsMembership = item.needsMembership
  const right = {
    isPaid: isSettled && cancelledAt === null && line.refunded < line.quantity,
    count: download.count,
    maxCount: download.maxCount,
    needsMembership,
    expiresOn: download.expiresOn === null ? null : dayOf(download.expiresOn),
    isMember: needsMembership && (await listMembershipTypeIds(scope, tx, contactId)).size > 0,
  }
  const reason = reasonEnded(right, todayOf(scope))
  if (reason) throw conflict('download-ended', reason)
  return download
}

/** Checks that a link can be made. @throws 404; 409 download-ended. */
export const checkDownload = (scope: Scope, id: number): Promise<BoughtDownload> =>
  scope.db.transaction((tx) => requireDownload(scope, tx, id))

/**
 * Does the same as checkDownload for a member: downloads of the contacts that it can act for.
 *
 * @throws 403; 404; 409 download-ended.
 */
export const checkOwnDownload = async (scope: Scope, id: number): Promise<BoughtDownload> => {
  const { contactIds } = await getMemberView(scope, requireMember(scope))
  const found = await findDownload(scope.db.prisma, scope.db.tenantId, id)
  if (!found || !contactIds.includes(found.purchase.contactId)) throw notFound('download')
  return checkDownload(scope, id)
}

/** Counts a download and returns its file. Of two at the limit, one succeeds. @throws 404; 409 download-ended. */
export const startDownload = async (scope: Scope, id: number): Promise<StoredContent> => {
  const fileId = await scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, downloadKind, id)
    const { item } = await requireDownload(scope, tx, id)
    const where = { tenantId: scope.db.tenantId, id }
    await tx.storeDownload.updateMany({ where, data: { count: { increment: 1 }, lastAt: scope.clock.now() } })
    return item.downloadFileId
  })
  const content = fileId === null ? null : await findContent(scope, fileId)
  if (!content) throw notFound('file')
  return content
}

/** Ends the right to download a file. @throws 404. */
export const revokeDownload = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const download = await lockRecord(scope, tx, downloadKind, id)
    await markRevoked(scope, tx, download)
  })

/** Ends the rights that an order gave, as part of a larger change. */
export const revokeDownloads = async (scope: Scope, tx: Transaction, purchaseId: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, purchaseId, revokedAt: null }
  for (const download of await tx.storeDownload.findMany({ where })) await markRevoked(scope, tx, download)
}

const markRevoked = async (
  scope: Scope,
  tx: Transaction,
  { id, purchaseId }: { id: number; purchaseId: number },
): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id }
  await tx.storeDownload.updateMany({ where, data: { revokedAt: scope.clock.now() } })
  const change = changeOf(downloadKind, { id, auditId: 2 }, 'deleted', { payload: { orderId: purchaseId } })
  await recordChange(scope, tx, change)
}
