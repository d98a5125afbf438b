import { isDeepStrictEqual } from 'node:util'
import { conflict } from '#kernel/errors/problem'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { WorkflowFaults } from '../faults.input.ts'
import type { Board, Lane } from './board.model.ts'
import type { Step } from './step.model.ts'
import { STEP } from './step-types.ts'

/** Where a step is to stand: in a lane, behind another step of it or first. */
export interface Place {
  logicStepId: number | null
  isInverse: boolean
  previousStepId: number | null
}

/** The place of a step as it stands. */
export const placeOf = (board: Board, step: Step): Place => ({
  logicStepId: step.logicStepId,
  isInverse: step.isInverse,
  previousStepId: board.laneOf(step)[step.position - 2]?.id ?? null,
})

/** Adds what speaks against a step standing there. `id` is 0 for a new one. */
export const checkPlace = (board: Board, id: number, place: Place, faults: WorkflowFaults): void => {
  const branch = board.step(place.logicStepId)
  if (place.logicStepId !== null && branch?.typeId !== STEP.logicBranch)
    faults.add('/LogicStepId', 'names no branch of the workflow')
  if (branch && (branch.id === id || board.around(branch).some(({ logicStepId }) => logicStepId === id)))
    faults.add('/LogicStepId', 'would put the step into a lane of its own')
  const previous = board.step(place.previousStepId)
  if (place.previousStepId === null) return
  const isThere = previous?.logicStepId === place.logicStepId && previous.isInverse === place.isInverse
  if (!isThere || previous.id === id) faults.add('/PreviousStepId', 'names no other step of the same lane')
}

/** @throws 409 lane-in-use where a branch has steps in its lanes, which would be lost with it. */
export const assertLanesEmpty = (board: Board, branchId: number): void => {
  if (board.lane(branchId, false).length + board.lane(branchId, true).length > 0)
    throw conflict('lane-in-use', 'The branch has steps in its lanes: delete or move them first.')
}

/** The lane with a step put behind another, or first. */
export const withStep = (lane: readonly number[], id: number, previousStepId: number | null): number[] => {
  const others = lane.filter((other) => other !== id)
  const at = previousStepId === null ? 0 : others.indexOf(previousStepId) + 1
  return [...others.slice(0, at), id, ...others.slice(at)]
}

/** A lane by the ids of its steps. */
export interface LaneIds extends Pick<Lane, 'logicStepId' | 'isInverse'> {
  ids: readonly number[]
}

/**
 * Puts the steps of lanes into their order, in one statement. Who stands in another lane or behind another step than on
 * the board as it was has another version from then on: whoever read it before would put it back.
 *
 * @param savedId the step whose own save this is; that has raised its version.
 */
export const writeLanes = async (
  tx: Transaction,
  tenantId: number,
  board: Board,
  lanes: readonly LaneIds[],
  savedId?: number,
): Promise<void> => {
  const rows = lanes.flatMap(({ logicStepId, isInverse, ids }) =>
    ids.map((id, at) => {
      const is_relinked =
        id !== savedId && isElsewhere(board, id, { logicStepId, isInverse, previousStepId: ids[at - 1] ?? null })
      return { id, logic_step_id: logicStepId, is_inverse: isInverse, position: at + 1, is_relinked }
    }),
  )
  await tx.$executeRaw`UPDATE workflow_step s
    SET logic_step_id = p.logic_step_id, is_inverse = p.is_inverse, position = p.position,
      audit_id = s.audit_id + p.is_relinked::int
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS p(id int, logic_step_id int, is_inverse boolean, position int, is_relinked boolean)
    WHERE s.tenant_id = ${tenantId} AND s.id = p.id AND (p.is_relinked
      OR (s.logic_step_id, s.is_inverse, s.position) IS DISTINCT FROM (p.logic_step_id, p.is_inverse, p.position))`
}

const isElsewhere = (board: Board, id: number, place: Place): boolean => {
  const step = board.step(id)
  return step !== undefined && !isDeepStrictEqual(placeOf(board, step), place)
}
