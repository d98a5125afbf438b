import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations as flowOperations } from '#contract/work/workflow-contacts'
import { operations, type WorkflowStepBoard } from '#contract/work/workflows'
import { serve } from '#kernel/http/serve'
import { serveDelete } from '#kernel/http/serve-forms'
import { parseShapedJson } from '#kernel/http/shaped-json'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { parsePathId } from '../workflows.input.ts'
import { getWorkflow } from '../workflows.queries.ts'
import { saveBoard } from './board.service.ts'
import {
  presentBoard,
  presentFlow,
  presentPending,
  presentSaved,
  presentStep,
  presentStepLookup,
  presentStepTypes,
} from './steps.presenter.ts'
import { countAtSteps, countPending, getStep, listPending, readBoard, readStepNames } from './steps.queries.ts'
import { deleteStep, saveStep } from './steps.service.ts'

/** Serves the steps of workflows: single steps, and all steps of a workflow on its board. */
export const workflowSteps: FastifyPluginAsync = async (app) => {
  serve(app, operations.getWorkflowStep, async ({ scope, params }, reply) => {
    await getWorkflow(scope, params.workflowid)
    const { step, board } = await getStep(scope, params.workflowid, params.workflowstepid)
    sendVersion(reply, step.auditId)
    return presentStep(step, board, await namesOf(scope, [step]))
  })

  serve(app, operations.saveWorkflowStep, async (request, reply) => {
    const { scope, params, body: input } = request
    const workflowId = parsePathId(params.workflowid, 'workflow')
    const save = { workflowId, id: parsePathId(params.workflowstepid, 'step of the workflow'), input }
    const { id } = await saveStep(scope, save, jsonParser(request), expectedVersion(request, input.AuditId))
    const { step, board } = await getStep(scope, workflowId, id)
    const pending = await countPending(scope.db.prisma, scope.db.tenantId, [id])
    sendVersion(reply, step.auditId)
    return presentSaved(step, board, await namesOf(scope, [step]), pending.get(id) ?? 0)
  })

  serveDelete(app, operations.deleteWorkflowStep, (scope, { params, expected }) =>
    deleteStep(scope, params.workflowstepid, expected),
  )

  serve(app, operations.getWorkflowPendingStep, async ({ scope, params }) => {
    await getWorkflow(scope, params.workflowid)
    const { step } = await getStep(scope, params.workflowid, params.workflowstepid)
    return presentPending(step, await listPending(scope, step.id))
  })

  serve(app, operations.getWorkflowStepBoard, ({ scope, params }, reply) => sendBoard(scope, reply, params.workflowid))

  serve(app, operations.saveWorkflowStepBoard, async (request, reply) => {
    const { scope, params, body } = request
    await saveBoard(scope, params.workflowid, body, expectedIfMatch(request))
    return sendBoard(scope, reply, params.workflowid)
  })

  serve(app, flowOperations.getWorkflowFlow, async ({ scope, params }) => {
    await getWorkflow(scope, params.workflowid)
    const board = await readBoard(scope.db.prisma, scope.db.tenantId, params.workflowid)
    const steps = board.inOrder()
    const ids = steps.map(({ id }) => id)
    return presentFlow(params.workflowid, board, await namesOf(scope, steps), await countAtSteps(scope, ids))
  })

  serve(app, operations.lookupWorkflowSteps, async ({ scope, params }) => {
    await getWorkflow(scope, params.workflowid)
    const steps = await readBoard(scope.db.prisma, scope.db.tenantId, params.workflowid)
    return presentStepLookup(steps, await namesOf(scope, steps.inOrder()))
  })

  serve(app, operations.lookupWorkflowStepTypes, async () => presentStepTypes())
}

const namesOf = ({ db }: Scope, steps: Parameters<typeof readStepNames>[2]) =>
  readStepNames(db.prisma, db.tenantId, steps)

const jsonParser = (request: FastifyRequest) => (text: string, shape: string) =>
  parseShapedJson(request, text, { $ref: `${shape}#` }, '/StepOptionsJson')

const sendBoard = async (scope: Scope, reply: FastifyReply, workflowId: number): Promise<WorkflowStepBoard> => {
  const { prisma, tenantId } = scope.db
  const { boardAuditId } = await getWorkflow(scope, workflowId)
  const steps = await readBoard(prisma, tenantId, workflowId)
  const all = steps.inOrder()
  const pending = await countPending(
    prisma,
    tenantId,
    all.map(({ id }) => id),
  )
  sendVersion(reply, boardAuditId)
  return presentBoard(steps, await namesOf(scope, all), pending)
}
