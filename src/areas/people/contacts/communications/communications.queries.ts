import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactCommunication } from '#prisma/client'

/** Returns one communication with a contact; 404 if there is none with this id. */
export const getCommunication = async (
  models: Models,
  { db }: Scope,
  contactId: number,
  id: number,
): Promise<ContactCommunication> => {
  const found = await models.contactCommunication.findFirst({ where: { tenantId: db.tenantId, contactId, id } })
  if (!found) throw notFound('communication')
  return found
}
