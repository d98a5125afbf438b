import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/tasks'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { DEFAULT_PRIORITY, TASK_PRIORITIES } from '../tasks.model.ts'
import { presentTaskType, presentTaskTypeItem } from './types.presenter.ts'
import { getTaskType, listTaskTypes } from './types.queries.ts'
import { deleteTaskType, saveTaskType } from './types.service.ts'

/** Types of tasks, and the priorities. */
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
