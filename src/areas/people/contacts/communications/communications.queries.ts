import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactCommunication } from '#prisma/client'
import { type PartPage, type PartRows, readParts, type Versioned } from '../contact-parts.queries.ts'

/** Returns a page of the communications with a contact, latest first. */
export const listCommunications = (
  scope: Scope,
  contactId: number,
  { take, skip }: PartPage,
): Promise<Versioned<PartRows<ContactCommunication>>> =>
  readParts(scope, contactId, async () => {
    const where = { tenantId: scope.db.tenantId, contactId }
    const [total, rows] = await Promise.all([
      scope.db.prisma.contactCommunication.count({ where }),
      scope.db.prisma.contactCommunication.findMany({
        where,
        orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
        take,
        skip,
      }),
    ])
    return { total, rows }
  })

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
