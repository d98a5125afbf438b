import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { Versioned } from '../contact-parts.queries.ts'

const COLUMNS = {
  imageFileId: true,
  imageThumbnailId: true,
  imageUrl: true,
  imageHeight: true,
  imageWidth: true,
  imageCaption: true,
  imageDescription: true,
} as const

/** The profile image of a contact and its description; every column is null if the contact has none. */
export type ImageColumns = Prisma.ContactGetPayload<{ select: typeof COLUMNS }>

/** Returns the profile image of a contact; 404 if the contact does not exist or is deleted. */
export const getImage = async (models: Models, { db }: Scope, contactId: number): Promise<Versioned<ImageColumns>> => {
  const where = { tenantId: db.tenantId, id: contactId, deletedAt: null }
  const found = await models.contact.findFirst({ where, select: { auditId: true, ...COLUMNS } })
  if (!found) throw notFound('contact')
  const { auditId, ...result } = found
  return { auditId, result }
}
