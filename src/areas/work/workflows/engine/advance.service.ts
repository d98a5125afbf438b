import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { runnerOf, type Transaction } from '../../../../kernel/tenancy/tenant-db.ts'
import { holdActiveWorkflow } from '../hold-workflow.service.ts'
import { writeTravelled } from '../runs/write-travelled.ts'
import type { Step } from '../steps/step-options.ts'
import { readBoard } from '../steps/steps.queries.ts'
import { takeDueRuns } from './due-runs.queries.ts'
import { pauseAfterFailures } from './pausing.service.ts'
import { performStep } from './perform/perform.ts'
import { travel } from './travel.ts'
import type { StepResult, Traveller } from './traveller.ts'

/** Contacts in one transaction: few enough that who wants one of them waits well below a second. */
const BATCH = 500

/** What a batch did: how many contacts it took, and whether more may be waiting. */
export interface Advanced {
  taken: number
  mayGoOn: boolean
}

/**
 * Lets contacts whose time has come go as far as they can now, all in one transaction: what a step does, the log and
 * where the contact stands are there together or not at all. Where the batch fails as a whole, its contacts go one by
 * one, so that one of them cannot hold up the others: the step that fails is logged, and its contact goes on behind it.
 */
export const advanceBatch = async (scope: Scope, workflowId: number): Promise<Advanced> => {
  try {
    return await scope.db.transaction((tx) => advance(scope, tx, workflowId, {}))
  } catch (error) {
    scope.log.warn({ err: error, workflow: workflowId }, 'a batch of a workflow failed; its contacts go one by one')
    return advanceOneByOne(scope, workflowId)
  }
}

const advanceOneByOne = async (scope: Scope, workflowId: number): Promise<Advanced> => {
  const { tenantId } = scope.db
  const where = { tenantId, workflowId, state: 'active', dueAt: { lte: scope.clock.now() } }
  const orderBy = [{ dueAt: 'asc' }, { id: 'asc' }] as const
  const runs = await scope.db.prisma.workflowRun.findMany({
    where,
    orderBy: [...orderBy],
    take: BATCH,
    select: { id: true },
  })
  let mayGoOn = true
  for (const { id: runId } of runs) {
    const one = await advanceOne(scope, workflowId, runId)
    mayGoOn &&= one.mayGoOn
    if (!mayGoOn) break
  }
  return { taken: runs.length, mayGoOn: mayGoOn && runs.length === BATCH }
}

const advanceOne = async (scope: Scope, workflowId: number, runId: number): Promise<Advanced> => {
  const attempt: Attempt = { at: null, given: new Set() }
  for (;;) {
    try {
      return await scope.db.transaction((tx) => advance(scope, tx, workflowId, { runId, attempt }))
    } catch (error) {
      scope.log.error({ err: error, workflow: workflowId, run: runId, step: attempt.at }, 'a step of a workflow failed')
      if (attempt.at === null || attempt.given.has(attempt.at)) throw error
      attempt.given.add(attempt.at)
    }
  }
}

/** One contact's way, tried until nothing fails: which step is being done, and those that were given up. */
interface Attempt {
  at: number | null
  given: Set<number>
}

interface Wanted {
  runId?: number
  attempt?: Attempt
}

const GIVEN_UP = 'It failed unexpectedly; the log of the server says why.'

const advance = async (scope: Scope, tx: Transaction, workflowId: number, wanted: Wanted): Promise<Advanced> => {
  const { tenantId } = scope.db
  const workflow = await holdActiveWorkflow(scope, tx, workflowId)
  if (!workflow) return { taken: 0, mayGoOn: false }
  const now = scope.clock.now()
  const { runId, attempt } = wanted
  const due = { tenantId, workflowId, now, most: BATCH, ...(runId !== undefined && { runId }) }
  const travellers = await takeDueRuns(runnerOf(tx), due)
  if (travellers.length === 0) return { taken: 0, mayGoOn: false }
  const board = await readBoard(tx, tenantId, workflowId)
  const performing = { scope, tx, workflow, board, now }
  const travelled = await travel(
    travellers,
    { board, allowRepeatedSteps: workflow.allowRepeatedSteps, now },
    (step, some) => {
      if (attempt?.given.has(step.id)) return Promise.resolve(failed(some, GIVEN_UP, board.after(step)))
      if (attempt) attempt.at = step.id
      return performStep(performing, step, some)
    },
  )
  await writeTravelled(runnerOf(tx), scope, travellers, travelled)
  const isPaused = await pauseAfterFailures(scope, tx, workflow, travelled.logs)
  return { taken: travellers.length, mayGoOn: !isPaused && travellers.length === BATCH }
}

const failed = (some: readonly Traveller[], outcome: string, next: Step | undefined) =>
  new Map(some.map(({ runId }): [number, StepResult] => [runId, { state: 'failed', outcome, next }]))
