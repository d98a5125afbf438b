import { isDeepStrictEqual } from 'node:util'
import { conflict } from '#kernel/errors/problem'
import type { WorkflowFaults } from '../faults.input.ts'
import type { Board, Lane } from './board.model.ts'
import { STEP, type Step } from './step.model.ts'

/** The position of a step: its lane, and the step before it there; null: it is the first. */
export interface StepPosition {
  logicStepId: number | null
  isInverse: boolean
  previousStepId: number | null
}

export const positionOf = (board: Board, step: Step): StepPosition => ({
  logicStepId: step.logicStepId,
  isInverse: step.isInverse,
  previousStepId: board.laneOf(step)[step.position - 2]?.id ?? null,
})

/** Adds the faults of a position. `id` is 0 for a new step. */
export const checkPosition = (board: Board, id: number, position: StepPosition, faults: WorkflowFaults): void => {
  const branch = board.step(position.logicStepId)
  if (position.logicStepId !== null && branch?.typeId !== STEP.logicBranch)
    faults.add('/LogicStepId', 'does not reference an existing branch of the workflow')
  if (branch && (branch.id === id || board.around(branch).some(({ logicStepId }) => logicStepId === id)))
    faults.add('/LogicStepId', 'must not be a branch inside the step itself')
  const previous = board.step(position.previousStepId)
  if (position.previousStepId === null) return
  const isSameLane = previous?.logicStepId === position.logicStepId && previous.isInverse === position.isInverse
  if (!isSameLane || previous.id === id)
    faults.add('/PreviousStepId', 'does not reference another existing step of the same lane')
}

/** @throws 409 `lane-in-use` if a branch has steps in its lanes, which would be lost with it. */
export const assertLanesEmpty = (board: Board, branchId: number): void => {
  if (board.lane(branchId, false).length + board.lane(branchId, true).length > 0)
    throw conflict('lane-in-use', 'The branch has steps in its lanes. Delete or move them first.')
}

/** The ids of a lane with a step inserted after another one, or first. */
export const withStep = (lane: readonly number[], id: number, previousStepId: number | null): number[] => {
  const others = lane.filter((other) => other !== id)
  const at = previousStepId === null ? 0 : others.indexOf(previousStepId) + 1
  return [...others.slice(0, at), id, ...others.slice(at)]
}

/** A lane by the ids of its steps. */
export interface LaneIds extends Pick<Lane, 'logicStepId' | 'isInverse'> {
  ids: readonly number[]
}

/** The new position of a step in the database. */
export interface StepMove {
  id: number
  logicStepId: number | null
  isInverse: boolean
  position: number
  /** Whether the lane or the previous step changes: the step gets a new version, so that no stale save moves it back. */
  isRelinked: boolean
}

/**
 * The moves that bring lanes into their order.
 *
 * @param savedId the step whose own save this is; the save gives it a new version.
 */
export const movesOf = (board: Board, lanes: readonly LaneIds[], savedId?: number): StepMove[] =>
  lanes.flatMap(({ logicStepId, isInverse, ids }) =>
    ids.map((id, at) => {
      const position = { logicStepId, isInverse, previousStepId: ids[at - 1] ?? null }
      const isRelinked = id !== savedId && isElsewhere(board, id, position)
      return { id, logicStepId, isInverse, position: at + 1, isRelinked }
    }),
  )

const isElsewhere = (board: Board, id: number, position: StepPosition): boolean => {
  const step = board.step(id)
  return step !== undefined && !isDeepStrictEqual(positionOf(board, step), position)
}
