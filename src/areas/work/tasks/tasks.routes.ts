import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/tasks'
import { messageOrContent } from '#kernel/http/response-message'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentChoices } from './choices.presenter.ts'
import { dependencyChoices } from './dependencies/dependencies.queries.ts'
import { countOverdue } from './overdue.queries.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { deleteTask } from './saving/delete-task.service.ts'
import { taskListAnswer } from './task-list-answer.ts'
import { pageOfCalendarTasks, pageOfProjectTasks, pageOfTasks, tasksOfProject } from './task-pages.queries.ts'
import { presentTooltip } from './tasks.presenter.ts'
import { getTask, unsavedTask } from './tasks.queries.ts'
import { saveTask, todayOf } from './tasks.service.ts'
import { projectTemplateRoutes } from './templates/templates.routes.ts'
import { tooltipOfTask } from './tooltip.queries.ts'
import { taskTypeRoutes } from './types/task-types.routes.ts'

/** Tasks, their types, and the projects and templates that they belong to. */
export const tasks: FastifyPluginAsync = async (app) => {
  taskTypeRoutes(app)
  projectRoutes(app)
  projectTemplateRoutes(app)

  serve(app, operations.getTask, async ({ scope, params }, reply) => {
    const { taskitemid: id, projectid: projectId, contactid: contactId } = params
    if (id === 0) return unsavedTask(scope, { projectId, contactId })
    const task = await getTask(scope, id, { projectId, contactId })
    sendVersion(reply, task.auditId)
    return new JsonText(task.text)
  })

  serve(app, operations.saveTask, async (request, reply) => {
    const { scope, params, body } = request
    const task = await saveTask(scope, params.taskitemid, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, task.auditId)
    return new JsonText(task.text)
  })

  serve(app, operations.deleteTask, async (request) => {
    const { scope, params } = request
    await deleteTask(scope, params.taskitemid, expectedVersion(request, params.auditid))
    return {}
  })

  serve(app, operations.listTasks, async ({ scope }) => taskListAnswer(await pageOfTasks(scope, {}), {}))

  serve(app, operations.searchTasks, async ({ scope, body }) => taskListAnswer(await pageOfTasks(scope, body), body))

  serve(app, operations.listCalendarTasks, async ({ scope }) =>
    taskListAnswer(await pageOfCalendarTasks(scope, {}), {}, 'calendar'),
  )

  serve(app, operations.searchCalendarTasks, async ({ scope, body }) =>
    taskListAnswer(await pageOfCalendarTasks(scope, body), body, 'calendar'),
  )

  serve(
    app,
    operations.listProjectTasks,
    async ({ scope, params }) => new JsonText(await tasksOfProject(scope, params.projectid)),
  )

  serve(app, operations.searchProjectTasks, async ({ scope, params, body }) =>
    taskListAnswer(await pageOfProjectTasks(scope, params.projectid, body), body, 'project'),
  )

  serve(app, operations.lookupTasks, async ({ scope, params }) => {
    const { choices, selectedId } = await dependencyChoices(scope, params.taskitemid, params.projectid)
    return presentChoices(choices, selectedId)
  })

  serve(app, operations.getTaskTooltip, async (request) => {
    const task = await tooltipOfTask(request.scope, request.params.taskitemid)
    return messageOrContent(request, 'text/html', presentTooltip(task, todayOf(request.scope)))
  })

  serve(app, operations.getCurrentUserTaskSummary, async ({ scope }) => {
    const { total, own } = await countOverdue(scope)
    return { TotalOverdueTasks: total, CurrentUserOverdueTasks: own }
  })
}
