import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations, type TaskFilterInput } from '#contract/work/tasks'
import { presentChoices } from '#kernel/http/lookup-choices'
import { messageOrContent } from '#kernel/http/response-message'
import { JsonText, serve } from '#kernel/http/serve'
import { serveDelete, serveSave } from '#kernel/http/serve-forms'
import { parseListFields } from '#kernel/listing/input'
import { type List, sendList } from '#kernel/listing/list-response'
import { readRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { todayOf } from '#kernel/time/day'
import { listDependencyChoices } from './dependencies/dependencies.queries.ts'
import { milestones } from './milestones/milestones.routes.ts'
import { requireProject } from './projects/projects.queries.ts'
import { projects } from './projects/projects.routes.ts'
import { selectCalendarTasks, selectTasks } from './task-filter.listing.ts'
import { calendarTaskList, projectTaskList, taskList } from './tasks.listing.ts'
import { presentCriteria, presentNewTask, presentTooltip, type TaskListKind } from './tasks.presenter.ts'
import { countOverdueTasks, getNewTask, getTask, getTooltipTask, readTaskPage } from './tasks.queries.ts'
import { deleteTask, saveTask } from './tasks.service.ts'
import { projectTemplates } from './templates/templates.routes.ts'
import { projectTypes, taskTypes } from './types/types.routes.ts'

/** Serves tasks, their types, and the projects and templates that they belong to. */
export const tasks: FastifyPluginAsync = async (app) => {
  await app.register(taskTypes)
  await app.register(projects)
  await app.register(milestones)
  await app.register(projectTypes)
  await app.register(projectTemplates)

  serve(app, operations.getTask, async ({ scope, params }, reply) => {
    const { taskitemid: id, projectid: projectId, contactid: contactId } = params
    if (id === 0) return presentNewTask(await getNewTask(scope, { projectId, contactId }))
    return sendVersionedRow(reply, await getTask(scope, id, { projectId, contactId }))
  })

  serveSave(app, operations.saveTask, (scope, { params, body, expected }) =>
    saveTask(scope, params.taskitemid, body, expected),
  )

  serveDelete(app, operations.deleteTask, (scope, { params, expected }) =>
    deleteTask(scope, params.taskitemid, expected),
  )

  serve(app, operations.listTasks, (request, reply) => sendAllTasks(request, reply, {}))

  serve(app, operations.searchTasks, (request, reply) => sendAllTasks(request, reply, request.body))

  serve(app, operations.listCalendarTasks, (request, reply) => sendCalendarTasks(request, reply, {}))

  serve(app, operations.searchCalendarTasks, (request, reply) => sendCalendarTasks(request, reply, request.body))

  serve(app, operations.listProjectTasks, async ({ scope, params }) => {
    await requireProject(scope, params.projectid)
    return new JsonText(await readRows(scope, projectTaskList(selectTasks(scope, { ProjectId: params.projectid }))))
  })

  serve(app, operations.searchProjectTasks, async (request, reply) => {
    const { scope, params, body } = request
    await requireProject(scope, params.projectid)
    const list = projectTaskList(selectTasks(scope, { ...body, ProjectId: params.projectid }))
    const criteriaItems = presentCriteria(body, 'project')
    return sendList(request, reply, list, parseListFields(body), { criteriaItems, hasNextLink: false })
  })

  serve(app, operations.lookupTasks, async ({ scope, params }) => {
    const { choices, selectedId } = await listDependencyChoices(scope, params.taskitemid, params.projectid)
    return presentChoices(choices, selectedId)
  })

  serve(app, operations.getTaskTooltip, async (request) => {
    const task = await getTooltipTask(request.scope, request.params.taskitemid)
    return messageOrContent(request, 'text/html', presentTooltip(task, todayOf(request.scope)))
  })

  serve(app, operations.getCurrentUserTaskSummary, async ({ scope }) => {
    const { total, own } = await countOverdueTasks(scope)
    return { TotalOverdueTasks: total, CurrentUserOverdueTasks: own }
  })
}

const sendAllTasks = async (request: FastifyRequest, reply: FastifyReply, filter: TaskFilterInput) =>
  sendTasks(request, reply, taskList(selectTasks(request.scope, filter)), filter, 'all')

const sendCalendarTasks = async (request: FastifyRequest, reply: FastifyReply, filter: TaskFilterInput) =>
  sendTasks(request, reply, calendarTaskList(selectCalendarTasks(request.scope, filter)), filter, 'calendar')

const sendTasks = (
  request: FastifyRequest,
  reply: FastifyReply,
  list: List,
  filter: TaskFilterInput,
  kind: TaskListKind,
): Promise<JsonText> =>
  sendList(request, reply, list, parseListFields(filter), {
    criteriaItems: presentCriteria(filter, kind),
    hasNextLink: false,
    read: (asked) => readTaskPage(request.scope, list, asked),
  })
