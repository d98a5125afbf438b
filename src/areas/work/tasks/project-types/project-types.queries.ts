import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProjectType } from '#prisma/client'

/** One type; 404 where there is none. */
export const getProjectType = async ({ db }: Scope, id: number): Promise<ProjectType> => {
  const type = await db.prisma.projectType.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!type) throw notFound('project type')
  return type
}

/** Every type, by name. */
export const listProjectTypes = ({ db }: Scope): Promise<ProjectType[]> =>
  db.prisma.projectType.findMany({ where: { tenantId: db.tenantId }, orderBy: [{ nameKey: 'asc' }, { id: 'asc' }] })
