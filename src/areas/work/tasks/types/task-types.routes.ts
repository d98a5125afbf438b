import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/tasks'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { DEFAULT_PRIORITY, TASK_PRIORITIES } from '../tasks.model.ts'
import { presentTaskType, presentTaskTypeItem } from './task-types.presenter.ts'
import { getTaskType, listTaskTypes } from './task-types.queries.ts'
import { deleteTaskType, saveTaskType } from './task-types.service.ts'

/** Types of tasks, and the priorities. */
export const taskTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.getTaskType, async ({ scope, params }, reply) => {
    const type = await getTaskType(scope, params.tasktypeid)
    sendVersion(reply, type.auditId)
    return presentTaskType(type)
  })

  serve(app, operations.saveTaskType, async (request, reply) => {
    const { scope, params, body } = request
    const type = await saveTaskType(scope, params.tasktypeid, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, type.auditId)
    return presentTaskTypeItem(type)
  })

  serve(app, operations.deleteTaskType, async (request) => {
    const { scope, params } = request
    await deleteTaskType(scope, params.tasktypeid, expectedVersion(request, params.auditid))
    return {}
  })

  serve(app, operations.listTaskTypes, async ({ scope }) => (await listTaskTypes(scope)).map(presentTaskTypeItem))

  serve(app, operations.lookupTaskTypes, async ({ scope }) => {
    const types = await listTaskTypes(scope, { activeOnly: true })
    return presentChoices(
      types.map(({ id, name, kindId, cssColor }) => ({ id, name, extra: String(kindId), color: cssColor })),
    )
  })

  serve(app, operations.lookupTaskPriorities, async () => presentChoices(TASK_PRIORITIES, DEFAULT_PRIORITY))
}
