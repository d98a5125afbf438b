import type { Step } from './step.model.ts'
import { STEP } from './step-types.ts'

/** A chain of steps: the main one, or one side of a branch. */
export interface Lane {
  /** The branch; null for the main lane. */
  logicStepId: number | null
  isInverse: boolean
  steps: Step[]
}

const keyOf = (logicStepId: number | null, isInverse: boolean): string => `${logicStepId ?? 0}:${isInverse}`

/** The steps of a workflow in their lanes. */
export class Board {
  readonly #byId: Map<number, Step>
  readonly #lanes = new Map<string, Step[]>()

  /** @param steps in any order; deleted ones left out. */
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

  /** The lane of a step. */
  laneOf({ logicStepId, isInverse }: Step): Step[] {
    return this.lane(logicStepId, isInverse)
  }

  /** The main lane first, then for each branch, in the order of the chain, its yes lane and its no lane. */
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

  /** All steps, lane by lane. */
  inOrder(): Step[] {
    return this.lanes().flatMap(({ steps }) => steps)
  }

  /** The lanes around a step, the innermost first. */
  around(step: Step): { logicStepId: number; isInverse: boolean }[] {
    const lanes = []
    for (let at: Step | undefined = step; at?.logicStepId != null; at = this.step(at.logicStepId))
      lanes.push({ logicStepId: at.logicStepId, isInverse: at.isInverse })
    return lanes
  }

  /** Where a run begins: the first step that is done at all; undefined where there is none. */
  first(): Step | undefined {
    return this.#doneFrom(this.lane(null, false), 0, undefined)
  }

  /**
   * What comes behind a step: the next in its lane, some left out where wanted; at the end of a lane what comes behind
   * its branch. Undefined where that was the last.
   *
   * @param leftOut steps of the lane to pass over.
   */
  after(step: Step, leftOut = 0): Step | undefined {
    const lane = this.laneOf(step)
    return this.#doneFrom(lane, lane.indexOf(step) + 1 + leftOut, this.step(step.logicStepId))
  }

  /** What comes behind a branch that was answered: the first step of that lane. */
  into(branch: Step, isYes: boolean): Step | undefined {
    return this.#doneFrom(this.lane(branch.id, !isYes), 0, branch)
  }

  /** A step to go to: itself, or what comes behind it where it is passed over. */
  from(step: Step): Step | undefined {
    return step.isActive ? step : this.after(step)
  }

  /** The first active step of a lane from a place on; behind the lane's end what follows its branch. */
  #doneFrom(lane: readonly Step[], place: number, branch: Step | undefined): Step | undefined {
    const found = lane.slice(place).find(({ isActive }) => isActive)
    return found ?? (branch && this.after(branch))
  }
}
