import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations, type WorkflowGeneral, type WorkflowListFilterInput } from '#contract/work/workflows'
import { type JsonText, serve } from '#kernel/http/serve'
import { serveDelete } from '#kernel/http/serve-forms'
import { parseShapedJson } from '#kernel/http/shaped-json'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendRow } from '#kernel/listing/list-rows'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { workflowMetrics } from './metrics/metrics.routes.ts'
import { workflowContacts } from './runs/runs.routes.ts'
import { readBoard } from './steps/steps.queries.ts'
import { workflowSteps } from './steps/steps.routes.ts'
import { parsePathId, parseSourceList, parseSourceLists } from './workflows.input.ts'
import { workflowList } from './workflows.listing.ts'
import { editOf } from './workflows.model.ts'
import { presentBase, presentGeneral, presentUnsaved, type WorkflowParts } from './workflows.presenter.ts'
import { countWorkflow, getWorkflow, listSources } from './workflows.queries.ts'
import { copyWorkflow, deleteWorkflow, saveWorkflow, switchWorkflow, type WorkflowSave } from './workflows.service.ts'

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'WorkflowListFilter#' }

/** Serves workflows: their settings, steps, contacts and metrics. */
export const workflows: FastifyPluginAsync = async (app) => {
  await app.register(workflowSteps)
  await app.register(workflowContacts)
  await app.register(workflowMetrics)

  serve(app, operations.listWorkflows, (request, reply) => {
    const filter = parseOptions<WorkflowListFilterInput>(request, request.query.options, FILTER)
    return sendWorkflows(request, reply, parseListFields(filter, 'query:options/'))
  })

  serve(app, operations.searchWorkflows, (request, reply) =>
    sendWorkflows(request, reply, parseListFields(request.body)),
  )

  serve(app, operations.saveWorkflow, async (request, reply) => {
    const { scope, params, body } = request
    const id = parsePathId(params.workflowid, 'workflow')
    const save = { input: body, sources: () => parseSourceList(body.WorkflowSources), parseJson: jsonParser(request) }
    const saved = await saveWorkflow(scope, id, save, expectedVersion(request, body.AuditId))
    sendVersion(reply, saved.auditId)
    return sendWorkflowRow(scope, saved.id)
  })

  serve(app, operations.getWorkflowGeneral, async ({ scope, params }, reply) =>
    sendGeneral(scope, reply, await getWorkflow(scope, params.workflowid)),
  )

  serve(app, operations.saveWorkflowGeneral, async (request, reply) => {
    const { scope, params, body } = request
    const save: WorkflowSave = {
      input: body,
      sources: (stored) => parseSourceLists(body, stored),
      parseJson: jsonParser(request),
    }
    const saved = await saveWorkflow(scope, params.workflowid, save, expectedVersion(request, body.AuditId))
    return sendGeneral(scope, reply, saved)
  })

  serve(app, operations.updateWorkflowStatus, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendGeneral(scope, reply, await switchWorkflow(scope, params.workflowid, body.IsActive, expected))
  })

  serve(app, operations.getWorkflowBase, async ({ scope, params }, reply) => {
    const workflow = await getWorkflow(scope, params.workflowid)
    const [sources, board] = await Promise.all([
      listSources(scope, workflow.id),
      readBoard(scope.db.prisma, scope.db.tenantId, workflow.id),
    ])
    sendVersion(reply, workflow.auditId)
    return presentBase(scope, workflow, { sources, steps: board.inOrder() })
  })

  serve(app, operations.copyWorkflow, async ({ scope, params }) => ({
    WorkflowId: await copyWorkflow(scope, params.workflowid),
  }))

  serve(app, operations.getWorkflow, async ({ scope, params }, reply) => {
    const id = parsePathId(params.workflowid, 'workflow')
    if (id === 0) return presentUnsaved(scope.tenant.id)
    const workflow = await getWorkflow(scope, id)
    sendVersion(reply, workflow.auditId)
    return editOf(workflow, await listSources(scope, workflow.id))
  })

  serveDelete(app, operations.deleteWorkflow, (scope, { params, expected }) =>
    deleteWorkflow(scope, params.workflowid, expected),
  )
}

const sendWorkflows = (request: FastifyRequest, reply: FastifyReply, input: ListInput): Promise<JsonText> =>
  sendList(request, reply, workflowList(request.scope), input, { hasNextLink: false })

const jsonParser = (request: FastifyRequest) => (text: string, shape: string) =>
  parseShapedJson(request, text, { $ref: `${shape}#` }, '/ScheduleOptionsJson')

const sendWorkflowRow = async (scope: Scope, id: number): Promise<JsonText> => {
  return sendRow(scope, workflowList(scope), id, 'workflow')
}

const sendGeneral = async (
  scope: Scope,
  reply: FastifyReply,
  workflow: WorkflowParts['workflow'],
): Promise<WorkflowGeneral> => {
  const { prisma, tenantId } = scope.db
  const [sources, counts, board] = await Promise.all([
    listSources(scope, workflow.id),
    countWorkflow(scope, workflow.id),
    readBoard(prisma, tenantId, workflow.id),
  ])
  sendVersion(reply, workflow.auditId)
  return presentGeneral(scope, { workflow, sources, counts, steps: board.inOrder() })
}
