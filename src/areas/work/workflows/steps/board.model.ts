import { isDeepStrictEqual } from 'node:util'
import { conflict } from '#kernel/errors/problem'
import type { WorkflowFaults } from '../workflows.input.ts'
import { STEP, type Step } from './step.model.ts'

/** A chain of steps: the main one, or one side of a branch. */
export interface Lane {
  /** The branch; null for the main lane. */
  logicStepId: number | null
  isInverse: boolean
  steps: Step[]
}

const keyOf = (logicStepId: number | null, isInverse: boolean): string => `${logicStepId ?? 0}:${isInverse}`

/** The steps of a workflow in their lanes. A board knows the rules of order and nothing of the database. */
export class Board {
  readonly #byId: Map<number, Step>
  readonly #lanes = new Map<string, Step[]>()

  /** @param steps in any order; without deleted ones. */
  constructor(steps: readonly Step[]) {
    this.#byId = new Map(steps.map((step) => [step.id, step]))
    for (const step of [...steps].sort((one, other) => one.position - other.position)) {
      const key = keyOf(step.logicStepId, step.isInverse)
      this.#lanes.set(key, [...(this.#lanes.get(key) ?? []), step])
    }
  }

  step(id: number | null): Step | undefined {
    return id === null ? undefined : this.#byId.get(id)
  }

  lane(logicStepId: number | null, isInverse: boolean): Step[] {
    return this.#lanes.get(keyOf(logicStepId, isInverse)) ?? []
  }

  laneOf({ logicStepId, isInverse }: Step): Step[] {
    return this.lane(logicStepId, isInverse)
  }

  /** Returns the main lane first, then for each branch, in the order of the chain, its yes lane and its no lane. */
  lanes(): Lane[] {
    const lanes: Lane[] = []
    const add = (logicStepId: number | null, isInverse: boolean): void => {
      const steps = this.lane(logicStepId, isInverse)
      lanes.push({ logicStepId, isInverse, steps })
      for (const { id, typeId } of steps) {
        if (typeId !== STEP.logicBranch) continue
        add(id, false)
        add(id, true)
      }
    }
    add(null, false)
    return lanes
  }

  /** Returns all steps, lane by lane. */
  inOrder(): Step[] {
    return this.lanes().flatMap(({ steps }) => steps)
  }

  /** Returns the lanes around a step, the innermost first. */
  around(step: Step): { logicStepId: number; isInverse: boolean }[] {
    const lanes = []
    for (let at: Step | undefined = step; at?.logicStepId != null; at = this.step(at.logicStepId))
      lanes.push({ logicStepId: at.logicStepId, isInverse: at.isInverse })
    return lanes
  }

  /** Returns the first active step; undefined if there is none. */
  first(): Step | undefined {
    return this.#firstActive(this.lane(null, false), 0, undefined)
  }

  /**
   * Returns the next active step after a step: in its lane, or at the end of the lane after its branch. Undefined after
   * the last.
   *
   * @param skipped the number of steps of the lane to skip.
   */
  after(step: Step, skipped = 0): Step | undefined {
    const lane = this.laneOf(step)
    return this.#firstActive(lane, lane.indexOf(step) + 1 + skipped, this.step(step.logicStepId))
  }

  /** Returns the first active step of a lane of a branch; if the lane has none, the next one after the branch. */
  into(branch: Step, isYes: boolean): Step | undefined {
    return this.#firstActive(this.lane(branch.id, !isYes), 0, branch)
  }

  /** Returns the step itself if it is active, otherwise the next active one. */
  from(step: Step): Step | undefined {
    return step.isActive ? step : this.after(step)
  }

  /** Returns the first active step of a lane from an index on; at the end of the lane the next one after its branch. */
  #firstActive(lane: readonly Step[], index: number, branch: Step | undefined): Step | undefined {
    const found = lane.slice(index).find(({ isActive }) => isActive)
    return found ?? (branch && this.after(branch))
  }
}

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
export const requireLanesEmpty = (board: Board, branchId: number): void => {
  if (board.lane(branchId, false).length + board.lane(branchId, true).length > 0)
    throw conflict('lane-in-use', 'The branch has steps in its lanes. Delete or move them first.')
}

/** Returns the ids of a lane with a step inserted after another one, or first. */
export const withStep = (lane: readonly number[], id: number, previousStepId: number | null): number[] => {
  const others = lane.filter((other) => other !== id)
  const at = previousStepId === null ? 0 : others.indexOf(previousStepId) + 1
  return [...others.slice(0, at), id, ...others.slice(at)]
}

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
 * Returns the moves that bring lanes into their order.
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
