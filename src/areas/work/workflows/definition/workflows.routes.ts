import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations, type WorkflowGeneral, type WorkflowListFilterInput } from '#contract/work/workflows'
import { JsonText, serve } from '#kernel/http/serve'
import { parseShapedJson } from '#kernel/http/shaped-json'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { readBoard } from '../steps/steps.queries.ts'
import { copyWorkflow } from './copy-workflow.service.ts'
import { deleteWorkflow } from './delete-workflow.service.ts'
import { sourcesOfList, sourcesOfLists } from './read-workflow.ts'
import { saveWorkflow, switchWorkflow } from './save-workflow.service.ts'
import { presentEdit } from './workflow-edit.ts'
import { presentBase, presentGeneral, presentUnsaved, type WorkflowParts } from './workflows.presenter.ts'
import { countWorkflow, getWorkflow, listSources, readWorkflowRow, workflowList } from './workflows.queries.ts'

/** The shape of `options`, as the contract names it. */
const FILTER = { $ref: 'WorkflowListFilter#' }

/** Workflows, their schedules and sources. */
export const workflows: FastifyPluginAsync = async (app) => {
  serve(app, operations.listWorkflows, (request, reply) => {
    const filter = parseOptions<WorkflowListFilterInput>(request, request.query.options, FILTER)
    return sendWorkflows(request, reply, parseListFields(filter, 'query:options/'))
  })

  serve(app, operations.searchWorkflows, (request, reply) =>
    sendWorkflows(request, reply, parseListFields(request.body)),
  )

  serve(app, operations.saveWorkflow, async (request, reply) => {
    const { scope, params, body } = request
    const sources = () => sourcesOfList(body.WorkflowSources)
    const save = { input: body, sources, readJson: readerOf(request) }
    const saved = await saveWorkflow(scope, Number(params.workflowid), save, expectedVersion(request, body.AuditId))
    sendVersion(reply, saved.auditId)
    return new JsonText(await readWorkflowRow(scope, saved.id))
  })

  serve(app, operations.getWorkflowGeneral, async ({ scope, params }, reply) =>
    general(scope, reply, await getWorkflow(scope, params.workflowid)),
  )

  serve(app, operations.saveWorkflowGeneral, async (request, reply) => {
    const { scope, params, body } = request
    const save = {
      input: body,
      sources: (stored: Parameters<typeof sourcesOfLists>[1]) => sourcesOfLists(body, stored),
      readJson: readerOf(request),
    }
    return general(
      scope,
      reply,
      await saveWorkflow(scope, params.workflowid, save, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.updateWorkflowStatus, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return general(scope, reply, await switchWorkflow(scope, params.workflowid, body.IsActive, expected))
  })

  serve(app, operations.getWorkflowBase, async ({ scope, params }, reply) => {
    const workflow = await getWorkflow(scope, params.workflowid)
    sendVersion(reply, workflow.auditId)
    return presentBase(scope, workflow)
  })

  serve(app, operations.copyWorkflow, async ({ scope, params }) => {
    await copyWorkflow(scope, params.workflowid)
    return {}
  })

  serve(app, operations.getWorkflow, async ({ scope, params }, reply) => {
    const id = Number(params.workflowid)
    if (id === 0) return presentUnsaved(scope.tenant.id)
    const workflow = await getWorkflow(scope, id)
    sendVersion(reply, workflow.auditId)
    return presentEdit(workflow, await listSources(scope, workflow.id))
  })

  serve(app, operations.deleteWorkflow, async (request) => {
    const { scope, params } = request
    await deleteWorkflow(scope, params.workflowid, expectedVersion(request, params.auditid))
    return {}
  })
}

const sendWorkflows = (request: FastifyRequest, reply: FastifyReply, input: ListInput): Promise<JsonText> =>
  sendList(request, reply, workflowList(request.scope), input, { hasNextLink: false })

const readerOf = (request: FastifyRequest) => (text: string, shape: string) =>
  parseShapedJson(request, text, { $ref: `${shape}#` }, '/ScheduleOptionsJson')

const general = async (
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
  return presentGeneral(scope, { workflow, sources, counts, hasActiveStep: board.first() !== undefined })
}
