import type { StoreImage } from '#contract/commerce/store'
import type { StoreItemImage } from '#prisma/client'

/** An image with the name of its picture. */
export type ImageWithName = StoreItemImage & { picture: { name: string } }

/** The address of the picture of an image. */
export const pictureUrl = ({ pictureFileId, picture }: Pick<ImageWithName, 'pictureFileId' | 'picture'>): string =>
  `/api/webdav/${pictureFileId}/${encodeURIComponent(picture.name)}`

/** Presents the gallery of an item, in the order of the list. */
export const presentImages = (images: readonly ImageWithName[]): StoreImage[] =>
  images.map((image) => ({
    ImageId: image.id,
    FileId: image.fileId,
    Url: pictureUrl(image),
    Title: image.title,
    Caption: image.caption,
    CropX: image.cropX,
    CropY: image.cropY,
    CropHeight: image.cropHeight,
    CropWidth: image.cropWidth,
    ShortDescription: image.shortDescription,
    StoreItemId: image.itemId ?? 0,
    OldImageId: 0,
    OldFileId: 0,
    GalleryOrder: String(image.position),
  }))
