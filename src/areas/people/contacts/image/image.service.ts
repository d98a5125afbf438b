import { attachFile, consumeUpload, releaseFiles } from '#areas/integration/files/attachments.service'
import { getUpload } from '#areas/integration/files/files.queries'
import { readUpload, storeMadeFile } from '#areas/integration/files/files.service'
import type { ContactImageEditInput } from '#contract/people/contacts-details'
import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoredFile } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { drawPicture, PICTURE_TYPES } from '#services/files/pictures'
import { changeContact } from '../contact-changes.service.ts'
import { parseLineField, pickSent } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { parseWebsite } from '../contacts.input.ts'
import { contactKind } from '../contacts.queries.ts'
import { getImage, type ImageColumns } from './image.queries.ts'

const NONE: ImageColumns = {
  imageFileId: null,
  imageThumbnailId: null,
  imageUrl: null,
  imageHeight: null,
  imageWidth: null,
  imageCaption: null,
  imageDescription: null,
}

/**
 * Sets the profile image of a contact by an upload or by an https address, or changes its description. The pictures are
 * made before the transaction; if it fails, they expire like other uploads.
 *
 * @throws 400, 404, 412, 422, 503.
 */
export const saveImage = async (
  scope: Scope,
  files: Files,
  contactId: number,
  input: ContactImageEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ImageColumns>> => {
  const before = await getImage(scope.db.prisma, scope, contactId)
  const isUpload = Boolean(input.FileId) && input.FileId !== before.result.imageFileId
  if (isUpload && input.Url && input.Url !== before.result.imageUrl)
    throw badInput('/Url', 'must be left out together with the FileId of an upload')
  const made = isUpload ? await makePictures(scope, files, input.FileId ?? 0) : null
  return changeContact(scope, contactId, expected, 'image', async (tx) => {
    const current = (await getImage(tx, scope, contactId)).result
    const data = {
      ...parseImage(input, current, made),
      ...(made && (await attachPictures(scope, tx, contactId, made))),
    }
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data })
    await releaseFiles(scope, tx, { kind: contactKind.entity, id: contactId })
    return { result: data, changes: { ...data }, before: current }
  })
}

/** Removes the profile image of a contact and its description. @throws 404, 412. */
export const deleteImage = (scope: Scope, contactId: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'image', async (tx) => {
    const before = (await getImage(tx, scope, contactId)).result
    const { imageUrl, imageFileId } = before
    if (imageUrl === null && imageFileId === null) throw notFound('image')
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data: NONE })
    await releaseFiles(scope, tx, { kind: contactKind.entity, id: contactId })
    return { result: null, changes: { imageUrl, isDeleted: true }, before }
  })

/** Makes the pictures belong to the contact, and deletes the upload that they were made of. */
const attachPictures = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  { uploadId, picture, thumbnail, width, height }: MadePictures,
): Promise<Partial<ImageColumns>> => {
  const owner = { kind: contactKind.entity, id: contactId, contactId }
  for (const { id } of [picture, thumbnail]) await attachFile(scope, tx, { fileId: id, pointer: '/FileId' }, owner)
  await consumeUpload(scope, tx, { fileId: uploadId, pointer: '/FileId' })
  return {
    imageFileId: picture.id,
    imageThumbnailId: thumbnail.id,
    imageUrl: `/api/webdav/${picture.id}`,
    imageWidth: width,
    imageHeight: height,
  }
}

const parseImage = (input: ContactImageEditInput, current: ImageColumns, made: MadePictures | null): ImageColumns => {
  const isSame = input.Url === undefined || input.Url === current.imageUrl || made !== null
  const imageUrl = isSame ? current.imageUrl : parseUrl(input.Url ?? null)
  if (imageUrl === null && !made) throw badInput('/Url', 'is required')
  // A new address is another image than the uploaded file.
  const isFile = isSame && current.imageFileId !== null
  return {
    imageFileId: isFile ? current.imageFileId : null,
    imageThumbnailId: isFile ? current.imageThumbnailId : null,
    imageUrl,
    imageHeight: isFile ? current.imageHeight : pickSent(input.Height, isSame ? current.imageHeight : null),
    imageWidth: isFile ? current.imageWidth : pickSent(input.Width, isSame ? current.imageWidth : null),
    imageCaption: pickSent(parseLineField(input.Caption, '/Caption'), current.imageCaption),
    imageDescription: pickSent(parseLineField(input.ShortDescription, '/ShortDescription'), current.imageDescription),
  }
}

const parseUrl = (value: string | null): string => {
  const url = value === null ? null : parseWebsite(value)
  if (!url || !/^https:/i.test(url)) throw badInput('/Url', 'must be an https address')
  return url
}

export interface MadePictures {
  uploadId: number
  picture: Pick<StoredFile, 'id'>
  thumbnail: Pick<StoredFile, 'id'>
  width: number
  height: number
}

/** Draws an upload of the caller again and stores the picture and its thumbnail. @throws 422, 503. */
const makePictures = async (scope: Scope, files: Files, uploadId: number): Promise<MadePictures> => {
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
