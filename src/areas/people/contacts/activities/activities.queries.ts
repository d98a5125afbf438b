import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactActivity } from '#prisma/client'

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
