import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { DisplayAdInput } from '#contract/commerce/advertising'
import { MAX_ID } from '#kernel/database/ids'
import { badInput } from '#kernel/errors/problem'
import { lockForSave, lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { DisplayAd, Prisma } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { type AdImage, imageOf, parseDisplayAd } from './display-ads.input.ts'
import { displayAdKind, readDisplayAdRow } from './display-ads.queries.ts'
import { attachBanner, type MadeBanner, makeBanner, replacePlacements } from './placements.service.ts'

/**
 * Creates a display ad (id 0) or changes one. The image is drawn before the transaction. Returns the ad as lists show it,
 * and its version.
 *
 * @throws 400; 404; 409 stale-audit-id; 412; 422 unknown-reference, unreadable-picture, advertising-rule; 503.
 */
export const saveDisplayAd = async (
  scope: Scope,
  files: Files,
  input: DisplayAdInput,
  expected: ExpectedVersion,
): Promise<{ row: string; auditId: number }> => {
  const id = input.AdId ?? 0
  const made = await makeNewBanner(scope, files, id, input)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const contactId = await lockAdvertiser(scope, tx, id, input)
    const current = await lockForSave(scope, tx, displayAdKind, id, expected, 'no key update')
    const before = current && imageOf(current)
    const after = nextImage(input, before, made)
    const data = { ...parseDisplayAd(input, current, after), ...(contactId !== null && { contactId }) }
    const saved = current
      ? await tx.displayAd.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.displayAd.create({ data: { ...data, tenantId, contactId: contactId ?? 0 } })
    await attachBanner(scope, tx, saved, { before, made, after })
    const spots = input.Placements ? await replacePlacements(scope, tx, saved.id, input.Placements) : {}
    await record(scope, tx, saved, current ? 'updated' : 'created', spots)
    return { row: await readDisplayAdRow(scope, tx, saved.id), auditId: saved.auditId }
  })
}

/** Draws the image of the request, unless it is the one that the ad has. */
const makeNewBanner = async (
  scope: Scope,
  files: Files,
  id: number,
  { BannerImage }: DisplayAdInput,
): Promise<MadeBanner | null> => {
  if (!BannerImage) return null
  const current =
    id === 0 ? null : await displayAdKind.find(scope.db.prisma, { tenantId: scope.db.tenantId, id }, scope)
  return current?.imageFileId === BannerImage.FileId ? null : makeBanner(scope, files, BannerImage.FileId)
}

/**
 * Returns the image after the save: absent keeps it, null removes it.
 *
 * @throws 422 if another request replaced it before the lock.
 */
const nextImage = (
  { BannerImage }: DisplayAdInput,
  before: AdImage | null,
  made: MadeBanner | null,
): AdImage | null => {
  if (made) return made
  if (BannerImage === undefined) return before
  if (BannerImage === null) return null
  if (before?.fileId !== BannerImage.FileId) throw unknownReference('/BannerImage/FileId', 'upload')
  return before
}

/**
 * Locks the contact of the request before the ad, as merges do. Null keeps the contact of the ad.
 *
 * @throws 400 if a new ad has none, 422 unknown-reference.
 */
const lockAdvertiser = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  { ContactId }: DisplayAdInput,
): Promise<number | null> => {
  if (!ContactId) {
    if (id === 0) throw badInput('/ContactId', 'is required')
    return null
  }
  const contactId = Math.min(Number(ContactId), MAX_ID)
  const found = await lockRecordIfPresent(scope, tx, contactKind, contactId, 'share')
  if (!found) throw unknownReference('/ContactId', 'contact')
  return contactId
}

const record = (
  scope: Scope,
  tx: Transaction,
  ad: DisplayAd,
  action: 'created' | 'updated',
  changes: Prisma.InputJsonObject,
): Promise<void> => {
  const payload = { title: ad.title, contactId: ad.contactId }
  return recordChange(scope, tx, changeOf(displayAdKind, ad, action, { changes, payload }))
}
