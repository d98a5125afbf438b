import type { ProjectTaskFilterInput, TaskFilterInput } from '#contract/work/tasks'
import { notFound } from '#kernel/errors/problem'
import { parseListFields } from '#kernel/listing/input'
import type { Listing } from '#kernel/listing/listing'
import { type Page, readPage } from '#kernel/listing/page'
import { PAGE, parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { projectTaskRow, rowJoins, taskRow, withTotal } from './task-rows.ts'
import { selectCalendarTasks, selectTasks } from './tasks.filter.ts'
import { calendarListing, taskListing } from './tasks.listing.ts'

/** A page of tasks as the contract lists them. */
export const pageOfTasks = (scope: Scope, filter: TaskFilterInput): Promise<Page> =>
  pageOf(scope, taskListing(selectTasks(scope, filter)), filter)

/** A page of the tasks that overlap the filter's window. */
export const pageOfCalendarTasks = (scope: Scope, filter: TaskFilterInput): Promise<Page> =>
  pageOf(scope, calendarListing(selectCalendarTasks(scope, filter)), filter)

const pageOf = async (scope: Scope, listing: Listing, filter: TaskFilterInput): Promise<Page> => {
  const page = await readPage(scope, listing, parseListRequest(listing, parseListFields(filter)), taskRow, rowJoins)
  return { ...page, results: withTotal(page.results, page.total) }
}

/** A page of the tasks of a project; 404 where there is no such project. */
export const pageOfProjectTasks = async (
  scope: Scope,
  projectId: number,
  filter: ProjectTaskFilterInput,
): Promise<Page> => {
  await assertProject(scope, projectId)
  const listing = taskListing(selectTasks(scope, { ...filter, ProjectId: projectId }))
  return readPage(scope, listing, parseListRequest(listing, parseListFields(filter)), projectTaskRow, rowJoins)
}

/** The tasks of a project as a JSON array, as many as a page can hold. */
export const tasksOfProject = async (scope: Scope, projectId: number): Promise<string> =>
  (await pageOfProjectTasks(scope, projectId, { Take: String(PAGE.max) })).results

const assertProject = async ({ db }: Scope, id: number): Promise<void> => {
  const project = await db.prisma.project.findFirst({ where: { tenantId: db.tenantId, id }, select: { id: true } })
  if (!project) throw notFound('project')
}
