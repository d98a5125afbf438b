import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import type { DueRun, StepResult } from '../engine/run.model.ts'
import type { Board } from '../steps/board.model.ts'

export interface ActionContext {
  scope: Scope
  tx: Transaction
  workflow: Workflow
  board: Board
  now: Date
}

/** The results of a step, by the ids of the runs. */
export type ActionResults = ReadonlyMap<number, StepResult>

/** The same result for all runs. */
export const forAll = (runs: readonly DueRun[], result: StepResult): ActionResults =>
  new Map(runs.map(({ runId }) => [runId, result]))

/** A result for each run. */
export const forEachOne = (runs: readonly DueRun[], resultOf: (run: DueRun) => StepResult): ActionResults =>
  new Map(runs.map((run) => [run.runId, resultOf(run)]))
