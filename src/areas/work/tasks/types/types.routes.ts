import type { FastifyPluginAsync } from 'fastify'
import { operations as projectOperations } from '#contract/work/projects'
import { operations } from '#contract/work/tasks'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { presentProjectType } from '../projects/projects.presenter.ts'
import { DEFAULT_PRIORITY, TASK_PRIORITIES } from '../tasks.model.ts'
import { presentTaskType, presentTaskTypeItem } from './types.presenter.ts'
import { getProjectType, getTaskType, listProjectTypes, listTaskTypes } from './types.queries.ts'
import { deleteProjectType, deleteTaskType, saveProjectType, saveTaskType } from './types.service.ts'

/** Serves the types of tasks, and the priorities. */
export const taskTypes: FastifyPluginAsync = async (app) => {
  serveRecord(
    app,
    operations.getTaskType,
    (scope, { params }) => getTaskType(scope, params.tasktypeid),
    presentTaskType,
  )

  serveSavedRecord(
    app,
    operations.saveTaskType,
    (scope, { params, body, expected }) => saveTaskType(scope, params.tasktypeid, body, expected),
    presentTaskTypeItem,
  )

  serveDelete(app, operations.deleteTaskType, (scope, { params, expected }) =>
    deleteTaskType(scope, params.tasktypeid, expected),
  )

  serve(app, operations.listTaskTypes, async ({ scope }) => (await listTaskTypes(scope)).map(presentTaskTypeItem))

  serve(app, operations.lookupTaskTypes, async ({ scope }) => {
    const types = await listTaskTypes(scope, { activeOnly: true })
    return presentChoices(
      types.map(({ id, name, kindId, cssColor }) => ({ id, name, extra: String(kindId), color: cssColor })),
    )
  })

  serve(app, operations.lookupTaskPriorities, async () => presentChoices(TASK_PRIORITIES, DEFAULT_PRIORITY))
}

export const projectTypes: FastifyPluginAsync = async (app) => {
  serve(app, projectOperations.listProjectTypes, async ({ scope }) =>
    (await listProjectTypes(scope)).map(presentProjectType),
  )

  serveRecord(
    app,
    projectOperations.getProjectType,
    (scope, { params }) => getProjectType(scope, params.projecttypeid),
    presentProjectType,
  )

  serveSavedRecord(
    app,
    projectOperations.saveProjectType,
    (scope, { params, body, expected }) => saveProjectType(scope, params.projecttypeid, body, expected),
    presentProjectType,
  )

  serveDelete(app, projectOperations.deleteProjectType, (scope, { params, expected }) =>
    deleteProjectType(scope, params.projecttypeid, expected),
  )
}
