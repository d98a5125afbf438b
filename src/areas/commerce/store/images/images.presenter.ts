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

/** Presents the gallery of an item, in the order of the list. */
export const presentImages = (images: readonly NamedImage[]): StoreImage[] =>
  images.map((image) => ({
    ...presentSavedImage(image),
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
