import type { WorkflowStepBoardInput } from '#contract/work/workflows'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { wakeForFirstStep } from '../engine/wake.ts'
import { holdWorkflow, recordWorkflow } from '../hold-workflow.service.ts'
import { WorkflowFaults } from '../faults.input.ts'
import type { Board } from './board.model.ts'
import { type LaneIds, writeLanes } from './lanes.model.ts'
import { STEP } from './step-types.ts'
import { readBoard } from './steps.queries.ts'

/**
 * Puts all steps of a workflow into the lanes and the order sent; nothing but their places changes.
 *
 * @throws 404; 412; 422 workflow-rule naming the lane or step.
 */
export const saveBoard = (
  scope: Scope,
  workflowId: number,
  input: WorkflowStepBoardInput,
  expected: ExpectedVersion,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const workflow = await holdWorkflow(scope, tx, workflowId)
    assertVersion(workflow.boardAuditId, expected)
    const board = await readBoard(tx, tenantId, workflowId)
    const lanes = (input.Lanes ?? []).map(({ LogicStepId, IsInverseLogic, Steps }) => ({
      logicStepId: LogicStepId ?? null,
      // The main lane has no other side.
      isInverse: LogicStepId != null && (IsInverseLogic ?? false),
      ids: Steps.map(({ WorkflowStepId }) => WorkflowStepId),
    }))
    refuseUnfit(board, lanes)
    await writeLanes(tx, tenantId, board, lanes)
    await tx.workflow.update({
      where: { tenantId_id: { tenantId, id: workflowId } },
      data: { boardAuditId: { increment: 1 } },
    })
    await recordWorkflow(scope, tx, workflow, 'updated', { lanes: lanes.map((lane) => ({ ...lane })) })
    await wakeForFirstStep(scope, tx, workflow, board.first() !== undefined)
  })

const refuseUnfit = (board: Board, lanes: readonly LaneIds[]): void => {
  const faults = new WorkflowFaults()
  const sent = lanes.flatMap(({ ids }) => ids)
  const known = board.inOrder().map(({ id }) => id)
  const lost = known.filter((id) => !sent.includes(id))
  if (lost.length > 0) faults.add('/Lanes', `leaves out the steps ${lost.join(', ')}`)
  for (const [at, lane] of lanes.entries()) {
    checkLane(board, lanes, at, faults)
    for (const [place, id] of lane.ids.entries()) {
      const pointer = `/Lanes/${at}/Steps/${place}/WorkflowStepId`
      if (!known.includes(id)) faults.add(pointer, 'names no step of the workflow')
      else if (sent.indexOf(id) !== sent.lastIndexOf(id)) faults.add(pointer, 'is named more than once')
    }
  }
  faults.refuse()
}

const checkLane = (board: Board, lanes: readonly LaneIds[], at: number, faults: WorkflowFaults): void => {
  const { logicStepId = null, isInverse } = lanes[at] ?? {}
  const pointer = `/Lanes/${at}`
  if (logicStepId !== null && board.step(logicStepId)?.typeId !== STEP.logicBranch)
    faults.add(`${pointer}/LogicStepId`, 'names no branch of the workflow')
  if (lanes.findIndex((other) => other.logicStepId === logicStepId && other.isInverse === isInverse) !== at)
    faults.add(pointer, 'is the same lane as one before it')
  const laneOf = new Map(lanes.flatMap((lane) => lane.ids.map((id) => [id, lane])))
  if (isWithinItself(logicStepId, laneOf)) faults.add(`${pointer}/LogicStepId`, 'would be within its own lanes')
}

/** Whether the way from a lane outwards comes back to it instead of ending in the main lane. */
const isWithinItself = (branchId: number | null, laneOf: ReadonlyMap<number, LaneIds>): boolean => {
  const seen = new Set<number>()
  for (let at = branchId; at !== null; at = laneOf.get(at)?.logicStepId ?? null) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}
