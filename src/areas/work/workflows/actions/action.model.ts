import type { Board } from '../steps/board.model.ts'
import type { Step } from '../steps/step.model.ts'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import type { StepResult, Traveller } from '../engine/run.model.ts'

/** What steps are done with. */
export interface Performing {
  scope: Scope
  tx: Transaction
  workflow: Workflow
  board: Board
  now: Date
}

/** A step of one type, done for some contacts at once. */
export type StepOf<T extends Step['typeId']> = Extract<Step, { typeId: T }>

export type Results = ReadonlyMap<number, StepResult>

/** The same for everybody. */
export const forAll = (travellers: readonly Traveller[], result: StepResult): Results =>
  new Map(travellers.map(({ runId }) => [runId, result]))

/** For each what it comes to. */
export const forEachOne = (travellers: readonly Traveller[], of: (traveller: Traveller) => StepResult): Results =>
  new Map(travellers.map((traveller) => [traveller.runId, of(traveller)]))
