import { Board } from './board.model.ts'
import { STEP, type Step } from './step.model.ts'

/** A step that can follow another one; undefined for the end. */
export interface FlowEdge {
  next: Step | undefined
  choice: 'yes' | 'no' | null
}

/** The steps of a board as a graph. Inactive steps are part of it: a graph without them would hide what is switched off. */
export class Flow {
  readonly #board: Board

  /** @param steps without deleted ones. */
  constructor(steps: readonly Step[]) {
    this.#board = new Board(steps.map((step) => ({ ...step, isActive: true })))
  }

  first(): Step | undefined {
    return this.#board.first()
  }

  /** Returns the steps that can follow a step. */
  edgesOf({ id }: Pick<Step, 'id'>): FlowEdge[] {
    const step = this.#board.step(id)
    if (!step) return []
    if (step.typeId === STEP.logicBranch)
      return [
        { next: this.#board.into(step, true), choice: 'yes' },
        { next: this.#board.into(step, false), choice: 'no' },
      ]
    return [{ next: this.#nextOf(step), choice: null }]
  }

  #nextOf(step: Step): Step | undefined {
    if (step.typeId !== STEP.skipOrGoto) return this.#board.after(step)
    const { Action, StepsToSkip, TargetStepId } = step.options
    return Action === 'skip' ? this.#board.after(step, StepsToSkip ?? 1) : this.#board.step(TargetStepId ?? null)
  }
}
