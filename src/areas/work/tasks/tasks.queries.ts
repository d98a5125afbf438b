import { notFound } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { type Page, readPage } from '#kernel/listing/page'
import type { ListRequest } from '#kernel/listing/request'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { TaskItem } from '#prisma/client'
import { taskEvents } from './tasks.events.ts'
import { withTotal } from './tasks.listing.ts'
import { TODO } from './tasks.model.ts'
import { overdueCountSql, taskForEditSql } from './tasks.sql.ts'

export const taskKind: RecordKind<TaskItem> = {
  entity: 'task',
  table: 'task_item',
  columns: { due_order: null, first_day: null, last_day: null, search_text: null },
  events: taskEvents,
  find: (tx, key) => tx.taskItem.findFirst({ where: { ...key } }),
}

/** The project and contact of the path; 0: any. */
interface TaskPath {
  projectId: number
  contactId: number
}

/** Returns one task for editing. @throws 404 if it does not exist or does not belong to the project or contact. */
export const getTask = async (scope: Scope, id: number, path: TaskPath): Promise<VersionedRow> => {
  const [row] = await scope.db.rows<VersionedRow>(taskForEditSql(scope, id, path))
  if (!row) throw notFound('task')
  return row
}

/** Returns what a task that is not saved yet shows: the default type, the project and the contact. @throws 404. */
export const getNewTask = async ({ db }: Scope, { projectId, contactId }: TaskPath) => {
  const own = { tenantId: db.tenantId }
  const [type, project, contact] = await Promise.all([
    db.prisma.taskType.findFirst({ where: { ...own, kindId: TODO, isSystem: true } }),
    projectId > 0 ? db.prisma.project.findFirst({ where: { ...own, id: projectId } }) : null,
    contactId > 0 ? db.prisma.contact.findFirst({ where: { ...own, id: contactId, deletedAt: null } }) : null,
  ])
  if (projectId > 0 && !project) throw notFound('project')
  if (contactId > 0 && !contact) throw notFound('contact')
  return { type, project, contact }
}

export type NewTask = Awaited<ReturnType<typeof getNewTask>>

/** Reads a page of a list of tasks, and sets the total that each row repeats. */
export const readTaskPage = async (scope: Scope, list: List, request: ListRequest): Promise<Page> => {
  const page = await readPage(scope, list.listing, request, list.columns, list.joins)
  return { ...page, results: withTotal(page.results, page.total) }
}

/** Counts the overdue tasks of the tenant, and those assigned to the caller. */
export const countOverdueTasks = async (scope: Scope): Promise<{ total: number; own: number }> => {
  const contactId = scope.actor.kind === 'login' ? scope.actor.contactId : null
  const [row] = await scope.db.rows<{ total: number; own: number }>(overdueCountSql(scope, contactId))
  return row ?? { total: 0, own: 0 }
}

/** Returns a task with the records that its tooltip names. @throws 404. */
export const getTooltipTask = async ({ db }: Scope, id: number) => {
  const task = await db.prisma.taskItem.findFirst({
    where: { tenantId: db.tenantId, id },
    include: {
      type: { select: { name: true, cssColor: true } },
      contact: { select: { displayName: true, deletedAt: true } },
      assignee: { select: { displayName: true, deletedAt: true } },
      project: { select: { name: true } },
    },
  })
  if (!task) throw notFound('task')
  return task
}

export type TooltipTask = Awaited<ReturnType<typeof getTooltipTask>>
