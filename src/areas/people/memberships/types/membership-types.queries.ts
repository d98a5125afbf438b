import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { MembershipLevel, MembershipType } from '#prisma/client'

const BY_ORDER = [{ displayOrder: 'asc' }, { name: 'asc' }, { id: 'asc' }] as const

/** Every type of the tenant, or those that are offered, in their order. */
export const listTypes = ({ db }: Scope, offeredOnly = false): Promise<MembershipType[]> =>
  db.prisma.membershipType.findMany({
    where: { tenantId: db.tenantId, ...(offeredOnly && { isActive: true }) },
    orderBy: [...BY_ORDER],
  })

/** @throws 404. */
export const getType = async ({ db }: Scope, id: number, tx = db.prisma): Promise<MembershipType> => {
  const type = await tx.membershipType.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!type) throw notFound('membership type')
  return type
}

/** Every level of a type, or those that are offered, in their order. 404 where there is no such type. */
export const listLevels = async (scope: Scope, typeId: number, offeredOnly = false): Promise<MembershipLevel[]> => {
  const { prisma, tenantId } = scope.db
  await getType(scope, typeId)
  return prisma.membershipLevel.findMany({
    where: { tenantId, typeId, ...(offeredOnly && { isActive: true }) },
    orderBy: [...BY_ORDER],
  })
}

/** @throws 404. */
export const getLevel = async ({ db }: Scope, typeId: number, id: number, tx = db.prisma): Promise<MembershipLevel> => {
  const level = await tx.membershipLevel.findFirst({ where: { tenantId: db.tenantId, typeId, id } })
  if (!level) throw notFound('membership level')
  return level
}
