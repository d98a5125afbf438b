import type { WorkflowStepBoardInput } from '#contract/work/workflows'
import type { WorkflowFaults } from '../workflows.input.ts'
import type { Board, LaneIds } from './board.model.ts'
import { STEP } from './step.model.ts'

/** Parses the lanes of a board, which must contain each step of the workflow once. Adds the faults of the lanes. */
export const parseLanes = ({ Lanes }: WorkflowStepBoardInput, board: Board, faults: WorkflowFaults): LaneIds[] => {
  const lanes = (Lanes ?? []).map(({ LogicStepId, IsInverseLogic, Steps }) => ({
    logicStepId: LogicStepId ?? null,
    // The main lane has no other side.
    isInverse: LogicStepId != null && (IsInverseLogic ?? false),
    ids: Steps.map(({ WorkflowStepId }) => WorkflowStepId),
  }))
  checkSteps(board, lanes, faults)
  return lanes
}

const checkSteps = (board: Board, lanes: readonly LaneIds[], faults: WorkflowFaults): void => {
  const sent = lanes.flatMap(({ ids }) => ids)
  const known = board.inOrder().map(({ id }) => id)
  const lost = known.filter((id) => !sent.includes(id))
  if (lost.length > 0) faults.add('/Lanes', `must contain the steps ${lost.join(', ')}`)
  for (const [at, lane] of lanes.entries()) {
    checkLane(board, lanes, at, faults)
    for (const [index, id] of lane.ids.entries()) {
      const pointer = `/Lanes/${at}/Steps/${index}/WorkflowStepId`
      if (!known.includes(id)) faults.add(pointer, 'does not reference an existing step of the workflow')
      else if (sent.indexOf(id) !== sent.lastIndexOf(id)) faults.add(pointer, 'must not be listed more than once')
    }
  }
}

const checkLane = (board: Board, lanes: readonly LaneIds[], at: number, faults: WorkflowFaults): void => {
  const { logicStepId = null, isInverse } = lanes[at] ?? {}
  const pointer = `/Lanes/${at}`
  if (logicStepId !== null && board.step(logicStepId)?.typeId !== STEP.logicBranch)
    faults.add(`${pointer}/LogicStepId`, 'does not reference an existing branch of the workflow')
  if (lanes.findIndex((other) => other.logicStepId === logicStepId && other.isInverse === isInverse) !== at)
    faults.add(pointer, 'must not be the same lane as an earlier one')
  const laneOf = new Map(lanes.flatMap((lane) => lane.ids.map((id) => [id, lane])))
  if (isWithinItself(logicStepId, laneOf)) faults.add(`${pointer}/LogicStepId`, 'must not be inside its own lanes')
}

/** Returns whether the path from a lane outwards returns to it instead of ending in the main lane. */
const isWithinItself = (branchId: number | null, laneOf: ReadonlyMap<number, LaneIds>): boolean => {
  const seen = new Set<number>()
  for (let at = branchId; at !== null; at = laneOf.get(at)?.logicStepId ?? null) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}
