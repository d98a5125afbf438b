import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations, type WorkflowStepBoard } from '#contract/work/workflows'
import { serve } from '#kernel/http/serve'
import { parseShapedJson } from '#kernel/http/shaped-json'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { getWorkflow } from '../definition/workflows.queries.ts'
import { listPending } from '../runs/pending.queries.ts'
import { saveBoard } from './board.service.ts'
import { deleteStep } from './delete-step.service.ts'
import { saveStep } from './save-step.service.ts'
import { readStepNames } from './step-names.queries.ts'
import { presentBoard, presentSaved, presentStep, presentStepLookup, presentStepTypes } from './steps.presenter.ts'
import { countPending, getStep, readBoard } from './steps.queries.ts'

/** The steps of workflows: one by one, and all of them on their board. */
export const workflowSteps: FastifyPluginAsync = async (app) => {
  serve(app, operations.getWorkflowStep, async ({ scope, params }, reply) => {
    await getWorkflow(scope, params.workflowid)
    const { step, board } = await getStep(scope, params.workflowid, params.workflowstepid)
    sendVersion(reply, step.auditId)
    return presentStep(step, board, await namesOf(scope, [step]))
  })

  serve(app, operations.saveWorkflowStep, async (request, reply) => {
    const { scope, params, body: input } = request
    const workflowId = Number(params.workflowid)
    const wanted = { workflowId, id: Number(params.workflowstepid), input }
    const { id } = await saveStep(scope, wanted, readerOf(request), expectedVersion(request, input.AuditId))
    const { step, board } = await getStep(scope, workflowId, id)
    const pending = await countPending(scope.db.prisma, scope.db.tenantId, [id])
    sendVersion(reply, step.auditId)
    return presentSaved(step, board, await namesOf(scope, [step]), pending.get(id) ?? 0)
  })

  serve(app, operations.deleteWorkflowStep, async (request) => {
    const { scope, params } = request
    await deleteStep(scope, params.workflowstepid, expectedVersion(request, params.auditid))
    return {}
  })

  serve(app, operations.getWorkflowPendingStep, async ({ scope, params }) => {
    await getWorkflow(scope, params.workflowid)
    const { step } = await getStep(scope, params.workflowid, params.workflowstepid)
    return { WorkflowStepId: step.id, WorkflowId: step.workflowId, Contacts: await listPending(scope, step.id) }
  })

  serve(app, operations.getWorkflowStepBoard, ({ scope, params }, reply) => board(scope, reply, params.workflowid))

  serve(app, operations.saveWorkflowStepBoard, async (request, reply) => {
    const { scope, params, body } = request
    await saveBoard(scope, params.workflowid, body, expectedIfMatch(request))
    return board(scope, reply, params.workflowid)
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

const readerOf = (request: FastifyRequest) => (text: string, shape: string) =>
  parseShapedJson(request, text, { $ref: `${shape}#` }, '/StepOptionsJson')

const board = async (scope: Scope, reply: FastifyReply, workflowId: number): Promise<WorkflowStepBoard> => {
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
