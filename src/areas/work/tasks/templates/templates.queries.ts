import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

const parts = {
  milestones: { orderBy: { id: 'asc' } },
  tasks: { orderBy: { number: 'asc' } },
} as const

/** A template with its milestones and tasks in their order. */
export type WholeTemplate = Prisma.ProjectTemplateGetPayload<{ include: typeof parts }>

/** One template, whole; 404 where there is none. */
export const getTemplate = async (
  { db }: Pick<Scope, 'db'>,
  id: number,
  tx: Models = db.prisma,
): Promise<WholeTemplate> => {
  const template = await tx.projectTemplate.findFirst({ where: { tenantId: db.tenantId, id }, include: parts })
  if (!template) throw notFound('project template')
  return template
}

/** Every template, by name, with how much it holds. */
export const listTemplates = ({ db }: Scope) =>
  db.prisma.projectTemplate.findMany({
    where: { tenantId: db.tenantId },
    include: { _count: { select: { milestones: true, tasks: true } } },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })

export type CountedTemplate = Awaited<ReturnType<typeof listTemplates>>[number]
