import { attachFile, discardUpload, releaseFiles } from '#areas/integration/files/attachments.service'
import { fileKind, isOwnUpload } from '#areas/integration/files/files.queries'
import type { StoreImageInput, StoreImageOrderItemInput } from '#contract/commerce/store'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { parseText } from '#kernel/records/names'
import { CHANGED, prepareAndSave } from '#kernel/records/prepared-save'
import { getRecord } from '#kernel/records/read'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoreItemImage } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { storeItemKind } from '../items/items.queries.ts'
import { recordItem } from '../items/items.service.ts'
import { drawImage, getPictureUpload, type ImageCrop, type ImageFiles } from './drawing.service.ts'
import { findImage, type ImageWithNames, listImages, WITH_NAMES } from './images.queries.ts'
import { MAX_IMAGES } from './waiting-images.service.ts'

/** What a request addresses: an image of an item, and the file that it is made of; 0 for none of each. */
export interface ImageKey {
  itemId: number
  imageId: number
  fileId: number
}

/**
 * Adds an image (id 0) or changes one. The pictures are drawn before the transaction; if it fails, they expire like other
 * uploads.
 *
 * @throws 404; 422 unknown-reference, unreadable-picture, store-rule, too-many; 503.
 */
export const saveImage = (scope: Scope, files: Files, key: ImageKey, input: StoreImageInput): Promise<ImageWithNames> =>
  prepareAndSave(
    () => findCurrent(scope, key),
    async (before) => {
      const crop = cropOf(input, key.fileId !== 0 && key.fileId !== before?.fileId ? null : before)
      return { crop, made: await drawIfNew(scope, files, key, crop, before) }
    },
    ({ crop, made }, before) =>
      scope.db.transaction(async (tx) => {
        const current = await lockCurrent(scope, tx, key)
        if (current?.pictureFileId !== before?.pictureFileId) return CHANGED
        const saved = await storeImage(scope, tx, { key, input, current, values: { ...crop, ...made } })
        if (key.itemId !== 0) await finishImage(scope, tx, key.itemId, saved, input)
        else if (current && made) await discardFiles(scope, tx, current, made)
        return saved
      }),
  )

/**
 * Makes the files of an image belong to its item, deletes those that it no longer uses, moves the image to the position
 * that was sent, and records the change.
 */
const finishImage = async (
  scope: Scope,
  tx: Transaction,
  itemId: number,
  image: StoreItemImage,
  { GalleryOrder }: StoreImageInput,
): Promise<void> => {
  const owner = { kind: storeItemKind.entity, id: itemId, contactId: null }
  for (const fileId of [image.fileId, image.pictureFileId, image.thumbnailFileId])
    await attachFile(scope, tx, { fileId, pointer: 'path:fileid' }, owner)
  await releaseFiles(scope, tx, owner)
  if (GalleryOrder) {
    const others = (await listImages(scope, tx, itemId)).map(({ id }) => id).filter((id) => id !== image.id)
    await numberImages(scope, tx, others.toSpliced(Math.max(0, Number(GalleryOrder) - 1), 0, image.id))
  }
  await recordImages(scope, tx, itemId, { imageId: image.id })
}

const numberImages = async (scope: Scope, tx: Transaction, ids: readonly number[]): Promise<void> => {
  const { tenantId } = scope.db
  for (const [index, id] of ids.entries())
    await tx.storeItemImage.update({ where: { tenantId_id: { tenantId, id } }, data: { position: index + 1 } })
}

/** Locks the item, and returns the image; null for a new one. */
const lockCurrent = async (
  scope: Scope,
  tx: Transaction,
  { itemId, imageId }: ImageKey,
): Promise<ImageWithNames | null> => {
  if (itemId !== 0) await lockRecord(scope, tx, storeItemKind, itemId)
  return imageId === 0 ? null : findImage(scope, tx, itemId, imageId)
}

/** Finds the image before the save; null for a new one. @throws 404. */
const findCurrent = async (scope: Scope, { itemId, imageId }: ImageKey): Promise<ImageWithNames | null> => {
  if (itemId !== 0) await getRecord(scope, storeItemKind, itemId)
  if (imageId === 0) return null
  const image = await findImage(scope, scope.db.prisma, itemId, imageId)
  if (!image || (itemId === 0 && !(await isOwn(scope, image)))) throw notFound('image')
  return image
}

/** Returns whether the caller can use an image that waits for its item: like its upload. */
const isOwn = async (scope: Scope, { fileId: id }: StoreItemImage): Promise<boolean> => {
  const file = await fileKind.find(scope.db.prisma, { tenantId: scope.db.tenantId, id }, scope)
  return file !== null && isOwnUpload(scope, file)
}

/** Returns the crop of a request; fields that are left out keep their value. */
const cropOf = (input: StoreImageInput, current: ImageCrop | null): ImageCrop => ({
  cropX: input.CropX ?? current?.cropX ?? 0,
  cropY: input.CropY ?? current?.cropY ?? 0,
  cropWidth: input.CropWidth ?? current?.cropWidth ?? 0,
  cropHeight: input.CropHeight ?? current?.cropHeight ?? 0,
})

/** Draws the pictures if the file or the crop is new; null if both stay. */
const drawIfNew = async (
  scope: Scope,
  files: Files,
  { fileId }: ImageKey,
  crop: ImageCrop,
  before: StoreItemImage | null,
): Promise<ImageFiles | null> => {
  if (fileId !== 0 && fileId !== before?.fileId)
    return drawImage(scope, files, await getPictureUpload(scope, fileId), crop)
  if (!before)
    throw ruleRefused('store-rule', 'A new image needs a file.', [
      { pointer: 'path:fileid', message: 'must be the id of an upload for a new image' },
    ])
  const fields = ['cropX', 'cropY', 'cropWidth', 'cropHeight'] as const
  if (fields.every((field) => crop[field] === before[field])) return null
  return drawImage(scope, files, await getRecord(scope, fileKind, before.fileId), crop)
}

interface NewImage {
  key: ImageKey
  input: StoreImageInput
  current: ImageWithNames | null
  values: ImageCrop & Partial<ImageFiles>
}

/** Writes the row of an image. A new one is the last, or has the position of the one that it replaces. */
const storeImage = async (
  scope: Scope,
  tx: Transaction,
  { key: { itemId }, input, current, values }: NewImage,
): Promise<ImageWithNames> => {
  const { tenantId } = scope.db
  const texts = {
    title: parseText(input.Title, current?.title),
    caption: parseText(input.Caption, current?.caption),
    shortDescription: parseText(input.ShortDescription, current?.shortDescription),
  }
  const data = { ...values, ...texts }
  if (current)
    return tx.storeItemImage.update({
      where: { tenantId_id: { tenantId, id: current.id } },
      data,
      include: WITH_NAMES,
    })
  const { fileId, pictureFileId, thumbnailFileId } = values
  if (!fileId || !pictureFileId || !thumbnailFileId) throw new Error('A new image has no files.')
  const gallery = itemId === 0 ? [] : await listImages(scope, tx, itemId)
  const replaced = gallery.find(({ id }) => id === input.OldImageId)
  if (input.OldImageId && !replaced) throw unknownReference('/OldImageId', 'image of the item')
  if (replaced) await tx.storeItemImage.delete({ where: { tenantId_id: { tenantId, id: replaced.id } } })
  else requireRoom(gallery.length, MAX_IMAGES, 'item', 'images')
  const position = replaced?.position ?? gallery.length + 1
  const files = { fileId, pictureFileId, thumbnailFileId }
  return tx.storeItemImage.create({
    data: { ...data, ...files, tenantId, itemId: itemId || null, position },
    include: WITH_NAMES,
  })
}

/** Removes an image; those after it move up. @throws 404. */
export const deleteImage = async (scope: Scope, itemId: number, id: number): Promise<void> => {
  await findCurrent(scope, { itemId, imageId: id, fileId: 0 })
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const item = itemId === 0 ? null : await lockRecord(scope, tx, storeItemKind, itemId)
    const image = await findImage(scope, tx, itemId, id)
    if (!image) throw notFound('image')
    await tx.storeItemImage.delete({ where: { tenantId_id: { tenantId, id } } })
    if (!item) return discardFiles(scope, tx, image, null)
    await tx.storeItemImage.updateMany({
      where: { tenantId, itemId, position: { gt: image.position } },
      data: { position: { decrement: 1 } },
    })
    await releaseFiles(scope, tx, { kind: storeItemKind.entity, id: itemId })
    await recordImages(scope, tx, itemId, { removedImageId: id })
  })
}

/** Stores the order of the gallery of an item. @throws 404; 409 incomplete-order. */
export const saveImageOrder = (
  scope: Scope,
  itemId: number,
  rows: readonly StoreImageOrderItemInput[],
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, storeItemKind, itemId)
    const gallery = await listImages(scope, tx, itemId)
    const wanted = rows.toSorted((one, other) => one.GalleryOrder - other.GalleryOrder).map(({ ImageId }) => ImageId)
    const isSame = wanted.length === gallery.length && gallery.every((image) => wanted.includes(image.id))
    if (!isSame) throw conflict('incomplete-order', `The gallery has ${gallery.length} images. Send each of them once.`)
    await numberImages(scope, tx, wanted)
    await recordImages(scope, tx, itemId, { imageOrder: wanted.join(', ') })
  })

/** Deletes the files of an image that waited for its item, without those that are used on. */
const discardFiles = async (scope: Scope, tx: Transaction, before: ImageFiles, kept: ImageFiles | null) => {
  for (const field of ['fileId', 'pictureFileId', 'thumbnailFileId'] as const)
    if (before[field] !== kept?.[field]) await discardUpload(scope, tx, before[field])
}

/** The images are a part of the item. */
const recordImages = async (
  scope: Scope,
  tx: Transaction,
  itemId: number,
  part: Record<string, string | number>,
): Promise<void> => {
  const where = { tenantId_id: { tenantId: scope.db.tenantId, id: itemId } }
  await recordItem(scope, tx, await tx.storeItem.update({ where, data: NEXT_VERSION }), 'updated', part)
}
