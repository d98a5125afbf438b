import type { ContactImageEdit } from '#contract/people/contacts-details'
import type { ImageColumns } from './image.queries.ts'

export const presentImage = (image: ImageColumns): ContactImageEdit => ({
  FileId: image.imageFileId,
  ThumbnailFileId: image.imageThumbnailId,
  Url: image.imageUrl,
  Height: image.imageHeight,
  Width: image.imageWidth,
  Caption: image.imageCaption,
  ShortDescription: image.imageDescription,
})
