import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { CustomFieldGroup } from '#prisma/client'

/** One group; 404 where there is none. */
export const getFieldGroup = async ({ db }: Scope, id: number): Promise<CustomFieldGroup> => {
  const group = await db.prisma.customFieldGroup.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!group) throw notFound('custom field group')
  return group
}

/** Every group in its place. */
export const listFieldGroups = ({ db }: Scope): Promise<CustomFieldGroup[]> =>
  db.prisma.customFieldGroup.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ displayOrder: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  })
