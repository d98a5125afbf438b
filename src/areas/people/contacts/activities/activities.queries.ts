import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactActivity } from '#prisma/client'
import { type PartPage, type PartRows, readParts, type Versioned } from '../contact-parts.queries.ts'

/** Returns a page of the activities of a contact, latest first. */
export const listActivities = (
  scope: Scope,
  contactId: number,
  { take, skip, typeId }: PartPage & { typeId: number | undefined },
): Promise<Versioned<PartRows<ContactActivity>>> =>
  readParts(scope, contactId, async () => {
    const where = { tenantId: scope.db.tenantId, contactId, ...(typeId !== undefined && { typeId }) }
    const [total, rows] = await Promise.all([
      scope.db.prisma.contactActivity.count({ where }),
      scope.db.prisma.contactActivity.findMany({
        where,
        orderBy: [{ activityDate: 'desc' }, { id: 'desc' }],
        take,
        skip,
      }),
    ])
    return { total, rows }
  })

/** Returns one activity of a contact; 404 if there is none with this id. */
export const getActivity = async (
  models: Models,
  { db }: Scope,
  contactId: number,
  id: number,
): Promise<ContactActivity> => {
  const activity = await models.contactActivity.findFirst({ where: { tenantId: db.tenantId, contactId, id } })
  if (!activity) throw notFound('activity')
  return activity
}
