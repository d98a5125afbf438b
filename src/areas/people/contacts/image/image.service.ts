import { parseWebsite } from '#areas/people/contacts/contacts.input'
import type { ContactImageEditInput } from '#contract/people/contacts-details'
import { badInput, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { changeContact } from '../contact-changes.service.ts'
import { parseLineField, pickSent } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { getImage, type ImageColumns } from './image.queries.ts'

const NONE: ImageColumns = {
  imageFileId: null,
  imageUrl: null,
  imageHeight: null,
  imageWidth: null,
  imageCaption: null,
  imageDescription: null,
}

/** Sets the profile image of a contact by an https address, or changes its description. @throws 400, 404, 412. */
export const saveImage = (
  scope: Scope,
  contactId: number,
  input: ContactImageEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ImageColumns>> =>
  changeContact(scope, contactId, expected, 'image', async (tx) => {
    const current = await getImage(tx, scope, contactId)
    const data = parseImage(input, current.result)
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data })
    return { result: data, changes: { ...data } }
  })

/** Removes the profile image of a contact and its description. @throws 404, 412. */
export const deleteImage = (scope: Scope, contactId: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'image', async (tx) => {
    const { imageUrl, imageFileId } = (await getImage(tx, scope, contactId)).result
    if (imageUrl === null && imageFileId === null) throw notFound('image')
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data: NONE })
    return { result: null, changes: { imageUrl, isDeleted: true } }
  })

const parseImage = (input: ContactImageEditInput, current: ImageColumns): ImageColumns => {
  const imageUrl = input.Url === undefined ? current.imageUrl : parseUrl(input.Url)
  if (imageUrl === null && current.imageFileId === null) throw badInput('/Url', 'is required')
  return {
    // A new address is another image than the uploaded file.
    imageFileId: imageUrl === current.imageUrl ? current.imageFileId : null,
    imageUrl,
    imageHeight: pickSent(input.Height, current.imageHeight),
    imageWidth: pickSent(input.Width, current.imageWidth),
    imageCaption: pickSent(parseLineField(input.Caption, '/Caption'), current.imageCaption),
    imageDescription: pickSent(parseLineField(input.ShortDescription, '/ShortDescription'), current.imageDescription),
  }
}

const parseUrl = (value: string | null): string => {
  const url = value === null ? null : parseWebsite(value)
  if (!url || !/^https:/i.test(url)) throw badInput('/Url', 'must be an https address')
  return url
}
