import { parseWebsite } from '#areas/people/contacts/contacts.input'
import type { ContactImageEditInput } from '#contract/people/contacts-details'
import { badInput, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Contact } from '#prisma/client'
import type { Versioned } from '../answer.ts'
import { changeContact } from '../change-contact.service.ts'
import { optionalLine } from '../input.ts'

export type ImageColumns = Pick<
  Contact,
  'imageFileId' | 'imageUrl' | 'imageHeight' | 'imageWidth' | 'imageCaption' | 'imageDescription'
>

const NONE: ImageColumns = {
  imageFileId: null,
  imageUrl: null,
  imageHeight: null,
  imageWidth: null,
  imageCaption: null,
  imageDescription: null,
}

/** Where the profile image of a contact is and what is said about it; all null where there is none. */
export const getImage = async (scope: Scope, contactId: number): Promise<Versioned<ImageColumns>> => {
  const { auditId, ...answer } = await findImage(scope, scope.db.prisma, contactId)
  return { auditId, answer }
}

/** Names the profile image, by an https address, and says something about it. */
export const saveImage = (
  scope: Scope,
  contactId: number,
  input: ContactImageEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ImageColumns>> =>
  changeContact(scope, contactId, expected, 'image', async (tx) => {
    const data = readInput(input, await findImage(scope, tx, contactId))
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data })
    return { answer: data, changes: { ...data } }
  })

/** Forgets the profile image and what was said about it. */
export const deleteImage = (scope: Scope, contactId: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'image', async (tx) => {
    const { imageUrl, imageFileId } = await findImage(scope, tx, contactId)
    if (imageUrl === null && imageFileId === null) throw notFound('image')
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data: NONE })
    return { answer: null, changes: { imageUrl, isDeleted: true } }
  })

const readInput = (input: ContactImageEditInput, current: ImageColumns): ImageColumns => {
  const kept = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
  const imageUrl = input.Url === undefined ? current.imageUrl : readUrl(input.Url)
  if (imageUrl === null && current.imageFileId === null) throw badInput('/Url', 'is needed')
  return {
    // Another address is another image: the file that was uploaded is not it any more.
    imageFileId: imageUrl === current.imageUrl ? current.imageFileId : null,
    imageUrl,
    imageHeight: kept(input.Height, current.imageHeight),
    imageWidth: kept(input.Width, current.imageWidth),
    imageCaption: kept(optionalLine(input.Caption, '/Caption'), current.imageCaption),
    imageDescription: kept(optionalLine(input.ShortDescription, '/ShortDescription'), current.imageDescription),
  }
}

const readUrl = (value: string | null): string | null => {
  const url = value === null ? null : parseWebsite(value)
  if (!url || !/^https:/i.test(url)) throw badInput('/Url', 'must be an address with https')
  return url
}

const findImage = async ({ db }: Scope, tx: Models, contactId: number) => {
  const found = await tx.contact.findFirst({
    where: { tenantId: db.tenantId, id: contactId, deletedAt: null },
    select: {
      auditId: true,
      imageFileId: true,
      imageUrl: true,
      imageHeight: true,
      imageWidth: true,
      imageCaption: true,
      imageDescription: true,
    },
  })
  if (!found) throw notFound('contact')
  return found
}
