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

  /** The first active step; undefined if there is none. */
  first(): Step | undefined {
    return this.#firstActive(this.lane(null, false), 0, undefined)
  }

  /**
   * The next active step after a step: in its lane, or at the end of the lane after its branch. Undefined after the last.
   *
   * @param skipped the number of steps of the lane to skip.
   */
  after(step: Step, skipped = 0): Step | undefined {
    const lane = this.laneOf(step)
    return this.#firstActive(lane, lane.indexOf(step) + 1 + skipped, this.step(step.logicStepId))
  }

  /** The first active step of a lane of a branch; if the lane has none, the next one after the branch. */
  into(branch: Step, isYes: boolean): Step | undefined {
    return this.#firstActive(this.lane(branch.id, !isYes), 0, branch)
  }

  /** The step itself if it is active, otherwise the next active one. */
  from(step: Step): Step | undefined {
    return step.isActive ? step : this.after(step)
  }

  /** The first active step of a lane from an index on; at the end of the lane the next one after its branch. */
  #firstActive(lane: readonly Step[], index: number, branch: Step | undefined): Step | undefined {
    const found = lane.slice(index).find(({ isActive }) => isActive)
    return found ?? (branch && this.after(branch))
  }
}
