import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma, ProjectTemplate } from '#prisma/client'
import { projectTemplateEvents } from '../tasks.events.ts'

const parts = {
  milestones: { orderBy: { id: 'asc' } },
  tasks: { orderBy: { number: 'asc' } },
} as const

/** A template with its milestones and tasks, in their order. */
export type WholeTemplate = Prisma.ProjectTemplateGetPayload<{ include: typeof parts }>

export const templateKind: RecordKind<ProjectTemplate> = {
  entity: 'projecttemplate',
  noun: 'project template',
  table: 'project_template',
  columns: { type_id: 'ProjectTypeId' },
  events: projectTemplateEvents,
  find: (tx, key) => tx.projectTemplate.findFirst({ where: { ...key } }),
}

/** Returns one template with its milestones and tasks. @throws 404. */
export const getTemplate = async (
  { db }: Pick<Scope, 'db'>,
  id: number,
  tx: Models = db.prisma,
): Promise<WholeTemplate> => {
  const template = await tx.projectTemplate.findFirst({ where: { tenantId: db.tenantId, id }, include: parts })
  if (!template) throw notFound('project template')
  return template
}

/** Lists the templates by name, with their numbers of milestones and tasks. */
export const listTemplates = ({ db }: Scope) =>
  db.prisma.projectTemplate.findMany({
    where: { tenantId: db.tenantId },
    include: { _count: { select: { milestones: true, tasks: true } } },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })

export type CountedTemplate = Awaited<ReturnType<typeof listTemplates>>[number]
