import type { ContactImageEdit } from '../../../../../contract/people/contacts-details.ts'
import type { Contact } from '../../../../../generated/prisma/client.ts'

export type ImageColumns = Pick<
  Contact,
  'imageFileId' | 'imageUrl' | 'imageHeight' | 'imageWidth' | 'imageCaption' | 'imageDescription'
>

export const presentImage = (image: ImageColumns): ContactImageEdit => ({
  FileId: image.imageFileId,
  Url: image.imageUrl,
  Height: image.imageHeight,
  Width: image.imageWidth,
  Caption: image.imageCaption,
  ShortDescription: image.imageDescription,
})
