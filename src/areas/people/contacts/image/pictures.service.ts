import { getUpload } from '#areas/integration/files/files.queries'
import { readUpload, storeMadeFile } from '#areas/integration/files/files.service'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { StoredFile } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { drawPicture, PICTURE_TYPES } from '#services/files/pictures'

/** The files that were made of an upload. */
export interface MadePictures {
  uploadId: number
  picture: Pick<StoredFile, 'id'>
  thumbnail: Pick<StoredFile, 'id'>
  width: number
  height: number
}

/** Draws an upload of the caller again and stores the picture and its thumbnail. @throws 422, 503. */
export const makePictures = async (scope: Scope, files: Files, uploadId: number): Promise<MadePictures> => {
  const upload = await getUpload(scope, uploadId, '/FileId')
  if (!PICTURE_TYPES.includes(upload.mediaType))
    throw ruleRefused('unreadable-picture', 'The file is not a picture.', [
      { pointer: '/FileId', message: 'must be the id of a picture: JPEG, PNG, GIF, WebP or AVIF' },
    ])
  const { picture, thumbnail } = await drawPicture(await readUpload(files, upload))
  const base = upload.name.replace(/\.[^.]*$/, '') || 'image'
  const store = (suffix: string, { bytes, ending }: typeof picture) =>
    storeMadeFile(scope, files, `${base}${suffix}.${ending}`, bytes)
  const width = picture.width
  const height = picture.height
  return { uploadId, picture: await store('', picture), thumbnail: await store(' small', thumbnail), width, height }
}
