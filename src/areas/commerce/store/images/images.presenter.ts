import type { StoreImage, StoreImageSaveResult } from '#contract/commerce/store'
import type { StoreItemImage } from '#prisma/client'

/** An image with the names of its pictures. */
export type NamedImage = StoreItemImage & { picture: { name: string }; thumbnail: { name: string } }

const urlOf = (fileId: number, { name }: { name: string }): string =>
  `/api/webdav/${fileId}/${encodeURIComponent(name)}`

/** Presents an image as it was saved. */
export const presentSavedImage = (image: NamedImage): StoreImageSaveResult => ({
  ImageId: image.id,
  Url: urlOf(image.pictureFileId, image.picture),
  ThumbnailUrl: urlOf(image.thumbnailFileId, image.thumbnail),
  Title: image.title,
  Caption: image.caption,
  ShortDescription: image.shortDescription,
})

/** Returns the address of a picture of an active item, which needs no credential. */
const publicUrlOf = (tenantKey: string, { itemId }: NamedImage, fileId: number): string =>
  `/api/public/store/${tenantKey}/images/${itemId}/${fileId}`

/**
 * Presents the gallery of an item, in the order of the list.
 *
 * @param tenantKey of the tenant if the item is active; else null.
 */
export const presentImages = (images: readonly NamedImage[], tenantKey: string | null): StoreImage[] =>
  images.map((image) => ({
    ...presentSavedImage(image),
    PublicUrl: tenantKey && publicUrlOf(tenantKey, image, image.pictureFileId),
    PublicThumbnailUrl: tenantKey && publicUrlOf(tenantKey, image, image.thumbnailFileId),
    FileId: image.fileId,
    CropX: image.cropX,
    CropY: image.cropY,
    CropHeight: image.cropHeight,
    CropWidth: image.cropWidth,
    StoreItemId: image.itemId ?? 0,
    OldImageId: 0,
    OldFileId: 0,
    GalleryOrder: String(image.position),
  }))
