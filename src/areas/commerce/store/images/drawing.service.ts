import { getUpload } from '#areas/integration/files/files.queries'
import { readUpload, storeMadeFile } from '#areas/integration/files/files.service'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { StoreItemImage } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { drawPicture, measurePicture, PICTURE_TYPES } from '#services/files/pictures'

/** A file whose bytes are complete. */
type CompleteFile = Awaited<ReturnType<typeof getUpload>>

/** The crop of an image; width and height 0: the whole picture. */
export type ImageCrop = Pick<StoreItemImage, 'cropX' | 'cropY' | 'cropWidth' | 'cropHeight'>

export type ImageFiles = Pick<StoreItemImage, 'fileId' | 'pictureFileId' | 'thumbnailFileId'>

/** Returns an upload that is a picture. @throws 422 unknown-reference, unreadable-picture. */
export const getPictureUpload = async (scope: Scope, fileId: number): Promise<CompleteFile> => {
  const upload = await getUpload(scope, fileId, 'path:fileid')
  if (PICTURE_TYPES.includes(upload.mediaType)) return upload
  throw ruleRefused('unreadable-picture', 'The file is not a picture.', [
    { pointer: 'path:fileid', message: 'must be the id of a picture: PNG, JPEG, GIF, WebP or AVIF' },
  ])
}

/**
 * Draws the crop of a file again, as a picture and a thumbnail, and stores both.
 *
 * @throws 422 unreadable-picture, store-rule; 503.
 */
export const drawImage = async (
  scope: Scope,
  files: Files,
  file: CompleteFile,
  crop: ImageCrop,
): Promise<ImageFiles> => {
  const bytes = await readUpload(files, file)
  const { cropX: left, cropY: top, cropWidth: width, cropHeight: height } = crop
  const isWhole = width === 0 && height === 0
  if (!isWhole) await requireInside(bytes, crop)
  const { picture, thumbnail } = await drawPicture(bytes, isWhole ? undefined : { left, top, width, height })
  const base = file.name.replace(/\.[^.]*$/, '') || 'image'
  const store = (suffix: string, { bytes: drawn, ending }: typeof picture) =>
    storeMadeFile(scope, files, `${base}${suffix}.${ending}`, drawn)
  const large = await store('', picture)
  const small = await store(' small', thumbnail)
  return { fileId: file.id, pictureFileId: large.id, thumbnailFileId: small.id }
}

const requireInside = async (bytes: Buffer, { cropX, cropY, cropWidth, cropHeight }: ImageCrop): Promise<void> => {
  const { width, height } = await measurePicture(bytes)
  const faults = [
    ...(cropWidth > 0 && cropX + cropWidth <= width ? [] : ['/CropWidth']),
    ...(cropHeight > 0 && cropY + cropHeight <= height ? [] : ['/CropHeight']),
  ]
  if (faults.length === 0) return
  const message = `must be inside the picture, which has ${width} by ${height} pixels`
  throw ruleRefused(
    'store-rule',
    'The crop is not inside the picture.',
    faults.map((pointer) => ({ pointer, message })),
  )
}
