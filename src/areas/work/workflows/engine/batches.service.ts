import { databaseProblem } from '#kernel/errors/database-problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import { holdActiveWorkflow } from '../hold-workflow.service.ts'
import { writeTravelled } from '../runs/runs.service.ts'
import type { Step } from '../steps/step.model.ts'
import { readBoard } from '../steps/steps.queries.ts'
import { holdDueContacts, takeDueRuns } from './due-runs.sql.ts'
import { pauseAfterFailures } from './pauses.service.ts'
import { performStep } from '../actions/actions.service.ts'
import { travel } from './run-path.model.ts'
import type { StepLog, StepResult, Traveller } from './run.model.ts'

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
    return await scope.db.transaction(async (tx) => {
      const { taken, workflow, logs } = await advance(scope, tx, workflowId, {})
      const isPaused = workflow !== undefined && (await pauseAfterFailures(scope, tx, workflow, logs))
      return { taken, mayGoOn: !isPaused && taken === BATCH }
    })
  } catch (error) {
    scope.log.warn({ err: error, workflow: workflowId }, 'a batch of a workflow failed; its contacts go one by one')
    return advanceOneByOne(scope, workflowId)
  }
}

const advanceOneByOne = async (scope: Scope, workflowId: number): Promise<Advanced> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, workflowId, state: 'active', dueAt: { lte: scope.clock.now() } }
  const orderBy = [{ dueAt: 'asc' as const }, { id: 'asc' as const }]
  const runs = await prisma.workflowRun.findMany({ where, orderBy, take: BATCH, select: { id: true } })
  const logs: StepLog[] = []
  let lost: unknown
  let wasLost = false
  for (const { id: runId } of runs) {
    const one = await advanceOne(scope, workflowId, runId)
    // Two in a row: it is not the contacts that are at fault.
    if ('lost' in one && wasLost) throw one.lost
    wasLost = 'lost' in one
    if ('lost' in one) lost = one.lost
    else if (one.workflow) logs.push(...one.logs)
    else return { taken: runs.length, mayGoOn: false }
  }
  const isPaused = await pauseAfterAll(scope, workflowId, logs)
  // The others are done; who could not go is tried again.
  if (lost) throw lost
  return { taken: runs.length, mayGoOn: !isPaused && runs.length === BATCH }
}

/** Failures are judged when all have gone: the first of many is not one of one. */
const pauseAfterAll = (scope: Scope, workflowId: number, logs: readonly StepLog[]): Promise<boolean> =>
  scope.db.transaction(async (tx) => {
    const workflow = await holdActiveWorkflow(scope, tx, workflowId)
    return workflow !== undefined && pauseAfterFailures(scope, tx, workflow, logs)
  })

/** One contact alone; `lost` where it could not go and no step is to blame. */
const advanceOne = async (scope: Scope, workflowId: number, runId: number): Promise<Gone | { lost: unknown }> => {
  const attempt: Attempt = { at: null, given: new Set() }
  for (;;) {
    try {
      return await scope.db.transaction((tx) => advance(scope, tx, workflowId, { runId, attempt }))
    } catch (error) {
      scope.log.error({ err: error, workflow: workflowId, run: runId, step: attempt.at }, 'a step of a workflow failed')
      if (isPassing(error) || attempt.at === null || attempt.given.has(attempt.at)) return { lost: error }
      attempt.given.add(attempt.at)
    }
  }
}

const UNAVAILABLE = 503

/** The database was away or busy: the next time the same step may well be done. */
const isPassing = (error: unknown): boolean => error instanceof Error && databaseProblem(error)?.status === UNAVAILABLE

/** How far contacts went: `workflow` is undefined where it is off. */
interface Gone {
  taken: number
  workflow: Workflow | undefined
  logs: readonly StepLog[]
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

const advance = async (scope: Scope, tx: Transaction, workflowId: number, wanted: Wanted): Promise<Gone> => {
  const { tenantId } = scope.db
  const workflow = await holdActiveWorkflow(scope, tx, workflowId)
  if (!workflow) return { taken: 0, workflow, logs: [] }
  const now = scope.clock.now()
  const { runId, attempt } = wanted
  const due = { tenantId, workflowId, now, most: BATCH, ...(runId !== undefined && { runId }) }
  const contactIds = await holdDueContacts(tx, due)
  const taken = contactIds.length
  const travellers = taken === 0 ? [] : await takeDueRuns(tx, due, contactIds)
  if (travellers.length === 0) return { taken, workflow, logs: [] }
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
  await writeTravelled(tx, scope, travellers, travelled)
  return { taken, workflow, logs: travelled.logs }
}

const failed = (some: readonly Traveller[], outcome: string, next: Step | undefined) =>
  new Map(some.map(({ runId }): [number, StepResult] => [runId, { state: 'failed', outcome, next }]))
