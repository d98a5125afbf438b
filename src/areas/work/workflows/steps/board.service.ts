import type { WorkflowStepBoardInput } from '#contract/work/workflows'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, Workflow } from '#prisma/client'
import { requestRunForFirstStep } from '../engine/engine.job.ts'
import { recordBoardChange } from '../workflow-changes.service.ts'
import { WorkflowFaults } from '../workflows.input.ts'
import { lockWorkflow } from '../workflows.queries.ts'
import { parseLanes } from './board.input.ts'
import { movesOf } from './board.model.ts'
import { requireCanChange, STEP, type Step } from './step.model.ts'
import { readBoard } from './steps.queries.ts'
import { moveStepsSql } from './steps.sql.ts'

/**
 * Moves all steps of a workflow into the requested lanes and order; only their positions change.
 *
 * @throws 403 `insufficient-scope`; 404; 412; 422 `workflow-rule` naming the lane or step.
 */
export const saveBoard = (
  scope: Scope,
  workflowId: number,
  input: WorkflowStepBoardInput,
  expected: ExpectedVersion,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const workflow = await lockWorkflow(scope, tx, workflowId)
    requireVersion(workflow.boardAuditId, expected)
    const board = await readBoard(tx, tenantId, workflowId)
    const faults = new WorkflowFaults()
    const lanes = parseLanes(input, board, faults)
    faults.throwIfAny()
    requireCanChange(scope, workflow, board.inOrder())
    await tx.rows(moveStepsSql(tenantId, movesOf(board, lanes)))
    await recordBoardChange(scope, tx, workflow, { lanes: lanes.map((lane) => ({ ...lane })) })
    await requestRunForFirstStep(scope, tx, workflow, board.first() !== undefined)
  })

/** Copies the steps of a workflow, in order, into another one. The copies reference each other, not the originals. */
export const copySteps = async (
  tx: Transaction,
  steps: readonly Step[],
  { tenantId, id: workflowId }: Pick<Workflow, 'tenantId' | 'id'>,
): Promise<void> => {
  const copies = new Map<number, number>()
  for (const { id, typeId, isInverse, position, isActive, options, logicStepId } of steps) {
    const lane = { logicStepId: logicStepId && (copies.get(logicStepId) ?? null), isInverse, position }
    const data = { tenantId, workflowId, typeId, ...lane, isActive, options: options as Prisma.InputJsonObject }
    copies.set(id, (await tx.workflowStep.create({ data, select: { id: true } })).id)
  }
  for (const step of steps) {
    const options = optionsOfCopy(step, copies)
    const id = copies.get(step.id)
    if (options && id) await tx.workflowStep.update({ where: { tenantId_id: { tenantId, id } }, data: { options } })
  }
}

/**
 * Returns the options of a step with the ids of other steps replaced by those of their copies; undefined if it has no
 * such ids.
 */
const optionsOfCopy = (step: Step, copies: ReadonlyMap<number, number>): Prisma.InputJsonObject | undefined => {
  if (step.typeId === STEP.skipOrGoto && step.options.TargetStepId)
    return { ...step.options, TargetStepId: copies.get(step.options.TargetStepId) ?? null }
  if (step.typeId !== STEP.logicBranch) return undefined
  const Conditions = step.options.Conditions.map((condition) => {
    const isMail = condition.Type === 'emailOpened' || condition.Type === 'emailClicked'
    const copy = isMail && copies.get(Number(condition.Value))
    // A deleted email step has no copy: the condition keeps its id, and no contact meets it.
    return copy ? { ...condition, Value: String(copy) } : condition
  })
  return { ...step.options, Conditions } as Prisma.InputJsonObject
}
