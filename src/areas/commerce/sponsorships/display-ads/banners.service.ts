import { attachFile, consumeUpload, releaseFile } from '#areas/integration/files/attachments.service'
import { getUpload } from '#areas/integration/files/files.queries'
import { readUpload, storeMadeFile } from '#areas/integration/files/files.service'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { DisplayAd } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { BANNER_TYPES, drawBanner } from '#services/files/pictures'
import type { AdImage } from './display-ads.input.ts'
import { displayAdKind } from './display-ads.queries.ts'

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
