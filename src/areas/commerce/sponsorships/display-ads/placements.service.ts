import { attachFile, consumeUpload, releaseFile } from '#areas/integration/files/attachments.service'
import { getUpload } from '#areas/integration/files/files.queries'
import { readUpload, storeMadeFile } from '#areas/integration/files/files.service'
import type { DisplayAdPlacementInput } from '#contract/commerce/advertising'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { DisplayAd, Prisma } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { BANNER_TYPES, drawBanner } from '#services/files/pictures'
import { changedPart } from '#services/tenant-log/changed-part'
import { customAdLocationKind } from '../custom-locations/custom-locations.queries.ts'
import { sitePageKind } from '../site-pages/site-pages.queries.ts'
import type { AdImage } from './display-ads.input.ts'
import { displayAdKind } from './display-ads.queries.ts'

/**
 * Makes an ad have exactly these placements. Those that stay keep their ids. What was counted at the others stays.
 *
 * @throws 422 advertising-rule, unknown-reference.
 */
export const replacePlacements = async (
  scope: Scope,
  tx: Transaction,
  adId: number,
  sent: readonly DisplayAdPlacementInput[],
): Promise<Prisma.InputJsonObject> => {
  const { tenantId } = scope.db
  requireOnePlace(sent)
  const spotIds = await findSpots(scope, tx, sent)
  const repeated = spotIds.flatMap((id, at): FieldFault[] =>
    spotIds.indexOf(id) < at ? [{ pointer: `/Placements/${at}`, message: 'must not repeat a position of the ad' }] : [],
  )
  if (repeated.length > 0) throw ruleRefused('advertising-rule', 'A position is in the list twice.', repeated)
  const before = await tx.adPlacement.findMany({ where: { tenantId, adId }, select: { spotId: true } })
  await tx.adPlacement.deleteMany({ where: { tenantId, adId, spotId: { notIn: spotIds } } })
  const known = new Set(before.map(({ spotId }) => spotId))
  await tx.adPlacement.createMany({
    data: spotIds.filter((id) => !known.has(id)).map((spotId) => ({ tenantId, adId, spotId })),
  })
  const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
  return changedPart('Spots', sorted(known), sorted(spotIds))
}

const isOnPage = ({ SitePageId }: DisplayAdPlacementInput): boolean => Boolean(SitePageId)

/** A placement is at a position of a page or at a custom location. @throws 422 advertising-rule. */
const requireOnePlace = (sent: readonly DisplayAdPlacementInput[]): void => {
  const faults = sent.flatMap((placement, at): FieldFault[] => {
    const pointer = `/Placements/${at}`
    if (isOnPage(placement) === Boolean(placement.CustomAdLocationId))
      return [{ pointer, message: 'must name either a page or a custom location' }]
    return isOnPage(placement) && !placement.PositionTypeId
      ? [{ pointer: `${pointer}/PositionTypeId`, message: 'is required for a page' }]
      : []
  })
  if (faults.length > 0) throw ruleRefused('advertising-rule', 'A placement is not complete.', faults)
}

/** Finds the spots of placements, and locks their pages and locations against deletion. @throws 422 unknown-reference. */
const findSpots = async (
  scope: Scope,
  tx: Transaction,
  sent: readonly DisplayAdPlacementInput[],
): Promise<number[]> => {
  const { tenantId } = scope.db
  const pageIds = sent.flatMap(({ SitePageId }) => SitePageId ?? [])
  const locationIds = sent.flatMap(({ CustomAdLocationId }) => CustomAdLocationId ?? [])
  await lockRows(scope, tx, sitePageKind, pageIds, 'share')
  await lockRows(scope, tx, customAdLocationKind, locationIds, 'share')
  const where = { tenantId, OR: [{ pageId: { in: pageIds } }, { locationId: { in: locationIds } }] }
  const spots = await tx.adSpot.findMany({ where, include: { page: { select: { siteId: true } } } })
  const ofPages = new Map(spots.map((spot) => [`${spot.pageId}:${spot.position}`, spot]))
  const ofLocations = new Map(spots.map((spot) => [spot.locationId, spot]))
  const faults: FieldFault[] = []
  const ids = sent.map((placement, at) => {
    const { SiteId, SitePageId, PositionTypeId, CustomAdLocationId } = placement
    const spot = SitePageId ? ofPages.get(`${SitePageId}:${PositionTypeId}`) : ofLocations.get(CustomAdLocationId ?? 0)
    const isThere = spot && (!SitePageId || !SiteId || spot.page?.siteId === SiteId)
    const field = SitePageId ? 'SitePageId' : 'CustomAdLocationId'
    if (!isThere)
      faults.push(referenceFault(`/Placements/${at}/${field}`, SitePageId ? 'page of the site' : 'custom ad location'))
    return spot?.id ?? 0
  })
  if (faults.length > 0) throw unknownReferences(faults)
  return ids
}

const POINTER = '/BannerImage/FileId'

/** An image that was made of an upload. */
export interface MadeBanner extends AdImage {
  uploadId: number
}

/**
 * Draws an upload of the caller again as a banner and stores it, before the transaction. If that fails, the file expires
 * like other uploads.
 *
 * @throws 422 `unknown-reference` or `unreadable-picture`, 503.
 */
export const makeBanner = async (scope: Scope, files: Files, uploadId: number): Promise<MadeBanner> => {
  const upload = await getUpload(scope, uploadId, POINTER)
  if (!BANNER_TYPES.includes(upload.mediaType))
    throw ruleRefused('unreadable-picture', 'The file is not an image.', [
      { pointer: POINTER, message: 'must be the id of an image: PNG, JPEG, GIF or WebP' },
    ])
  const { bytes, ending, width, height } = await drawBanner(await readUpload(files, upload))
  const base = upload.name.replace(/\.[^.]*$/, '') || 'banner'
  const { id: fileId } = await storeMadeFile(scope, files, `${base}.${ending}`, bytes)
  return { uploadId, fileId, width, height }
}

/** Makes a new image belong to its ad, and deletes the upload and the image before. */
export const attachBanner = async (
  scope: Scope,
  tx: Transaction,
  ad: Pick<DisplayAd, 'id'>,
  { before, made, after }: { before: AdImage | null; made: MadeBanner | null; after: AdImage | null },
): Promise<void> => {
  if (before && before.fileId !== after?.fileId) await releaseFile(scope, tx, before.fileId)
  if (!made) return
  const owner = { kind: displayAdKind.entity, id: ad.id, contactId: null }
  await attachFile(scope, tx, { fileId: made.fileId, pointer: POINTER }, owner)
  await consumeUpload(scope, tx, { fileId: made.uploadId, pointer: POINTER })
}
