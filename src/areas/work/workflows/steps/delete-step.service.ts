import { notFound } from '#kernel/errors/problem'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { holdWorkflow, recordWorkflow } from '../hold-workflow.service.ts'
import { leaveStep } from '../runs/leave-step.service.ts'
import type { Board } from './board.model.ts'
import { assertLanesEmpty, writeLanes } from './lanes.model.ts'
import type { Step } from './step.model.ts'
import { STEP } from './step-types.ts'
import { readBoard } from './steps.queries.ts'

/**
 * Takes a step out of its workflow and links the one behind it to the one before it. Who waits at it goes on with what
 * comes behind; gotos that point to it point to nothing from then on. Its row stays: the history of contacts names it.
 *
 * @throws 404; 409 stale-audit-id, lane-in-use; 412.
 */
export const deleteStep = async (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const found = await prisma.workflowStep.findFirst({
    where: { tenantId, id, deletedAt: null, workflow: { deletedAt: null } },
    select: { workflowId: true },
  })
  if (!found) throw notFound('step')
  await scope.db.transaction(async (tx) => {
    const workflow = await holdWorkflow(scope, tx, found.workflowId)
    const board = await readBoard(tx, tenantId, workflow.id)
    const step = board.step(id)
    if (!step) throw notFound('step')
    assertVersion(step.auditId, expected)
    assertLanesEmpty(board, id)
    await leaveStep(scope, tx, step, board.after(step))
    await takeOut(scope, tx, board, step)
    await tx.workflow.update({
      where: { tenantId_id: { tenantId, id: workflow.id } },
      data: { boardAuditId: { increment: 1 } },
    })
    await recordWorkflow(scope, tx, workflow, 'updated', { deletedStep: id })
  })
}

const takeOut = async ({ db, clock }: Scope, tx: Transaction, board: Board, step: Step): Promise<void> => {
  const { tenantId } = db
  await tx.workflowStep.update({
    where: { tenantId_id: { tenantId, id: step.id } },
    data: { deletedAt: clock.now(), auditId: { increment: 1 } },
  })
  const ids = board.laneOf(step).flatMap((other) => (other.id === step.id ? [] : [other.id]))
  await writeLanes(tx, tenantId, board, [{ logicStepId: step.logicStepId, isInverse: step.isInverse, ids }])
  for (const other of board.inOrder()) {
    if (other.typeId !== STEP.skipOrGoto || other.options.TargetStepId !== step.id) continue
    await tx.workflowStep.update({
      where: { tenantId_id: { tenantId, id: other.id } },
      data: { options: { ...other.options, TargetStepId: null }, auditId: { increment: 1 } },
    })
  }
}
