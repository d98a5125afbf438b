import { databaseProblem } from '#kernel/errors/database-problem'
import { noteContactLocks } from '#kernel/tenancy/contact-locks'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import { performStep } from '../actions/actions.service.ts'
import { saveBatch } from '../runs/runs.service.ts'
import { readBoard } from '../steps/steps.queries.ts'
import { lockActiveWorkflow } from '../workflows.queries.ts'
import { lockDueContactsSql, lockDueRunsSql } from './engine.sql.ts'
import { pauseAfterFailures } from './pauses.service.ts'
import type { DueRun, StepLog, StepResult } from './run.model.ts'
import { advanceRuns } from './run-path.model.ts'

/** Contacts in one transaction: few enough that a change of one of them waits well below a second. */
const BATCH = 500

export interface BatchSummary {
  /** The number of contacts. */
  count: number
  /** Whether more contacts may be due. */
  canContinue: boolean
}

/**
 * Advances the due contacts of a workflow as far as possible now, in one transaction: the effects of steps, the log and
 * the new positions commit together. If the batch fails, its contacts are advanced one by one, so that a failure affects
 * one contact only: the failure is logged, and the contact stays at that step.
 */
export const advanceBatch = async (scope: Scope, workflowId: number): Promise<BatchSummary> => {
  try {
    return await scope.db.transaction(async (tx) => {
      const { count, workflow, logs } = await advance(scope, tx, workflowId, {})
      const isPaused = workflow !== undefined && (await pauseAfterFailures(scope, tx, workflow, logs))
      return { count, canContinue: !isPaused && count === BATCH }
    })
  } catch (error) {
    scope.log.warn({ err: error, workflow: workflowId }, 'a batch of a workflow failed; its contacts run one by one')
    return advanceOneByOne(scope, workflowId)
  }
}

const advanceOneByOne = async (scope: Scope, workflowId: number): Promise<BatchSummary> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, workflowId, state: 'active', dueAt: { lte: scope.clock.now() } }
  const orderBy = [{ dueAt: 'asc' as const }, { id: 'asc' as const }]
  const runs = await prisma.workflowRun.findMany({ where, orderBy, take: BATCH, select: { id: true } })
  const logs: StepLog[] = []
  let lost: unknown
  let wasLost = false
  for (const { id: runId } of runs) {
    const one = await advanceOne(scope, workflowId, runId)
    // Two failures in a row are not caused by the contacts.
    if ('lost' in one && wasLost) throw one.lost
    wasLost = 'lost' in one
    if ('lost' in one) lost = one.lost
    else if (one.workflow) logs.push(...one.logs)
    else return { count: runs.length, canContinue: false }
  }
  const isPaused = await pauseAfterAll(scope, workflowId, logs)
  // The other contacts are saved; the job retries those that could not continue.
  if (lost) throw lost
  return { count: runs.length, canContinue: !isPaused && runs.length === BATCH }
}

/** Counts failures after all contacts have run: otherwise the first failure would be one of one. */
const pauseAfterAll = (scope: Scope, workflowId: number, logs: readonly StepLog[]): Promise<boolean> =>
  scope.db.transaction(async (tx) => {
    const workflow = await lockActiveWorkflow(scope, tx, workflowId)
    return workflow !== undefined && pauseAfterFailures(scope, tx, workflow, logs)
  })

/** Advances one contact. Returns the error as `lost` if it could not run and no step is the cause. */
const advanceOne = async (scope: Scope, workflowId: number, runId: number): Promise<Advanced | { lost: unknown }> => {
  const attempt: Attempt = { at: null, abandoned: new Set() }
  for (;;) {
    try {
      return await scope.db.transaction((tx) => advance(scope, tx, workflowId, { runId, attempt }))
    } catch (error) {
      scope.log.error({ err: error, workflow: workflowId, run: runId, step: attempt.at }, 'a step of a workflow failed')
      if (isTemporary(error) || attempt.at === null || attempt.abandoned.has(attempt.at)) return { lost: error }
      attempt.abandoned.add(attempt.at)
    }
  }
}

const UNAVAILABLE = 503

/** Returns whether the database was unavailable or busy: the step may succeed the next time. */
const isTemporary = (error: unknown): boolean =>
  error instanceof Error && databaseProblem(error)?.status === UNAVAILABLE

interface Advanced {
  count: number
  /** Undefined if the workflow is off. */
  workflow: Workflow | undefined
  logs: readonly StepLog[]
}

/** The attempts to advance one contact. */
interface Attempt {
  /** The step that is being done. */
  at: number | null
  /** The steps that failed in earlier attempts, and are not done again. */
  abandoned: Set<number>
}

interface Selection {
  runId?: number
  attempt?: Attempt
}

const ABANDONED = 'The step failed unexpectedly. See the log of the server.'

const advance = async (
  scope: Scope,
  tx: Transaction,
  workflowId: number,
  { runId, attempt }: Selection,
): Promise<Advanced> => {
  const { tenantId } = scope.db
  const workflow = await lockActiveWorkflow(scope, tx, workflowId)
  if (!workflow) return { count: 0, workflow, logs: [] }
  const now = scope.clock.now()
  const due = { tenantId, workflowId, now, max: BATCH, ...(runId !== undefined && { runId }) }
  const contactIds = (await tx.rows<{ id: number }>(lockDueContactsSql(due))).map(({ id }) => id)
  noteContactLocks(tx, { ids: contactIds, strength: 'no key update' })
  const count = contactIds.length
  const runs = count === 0 ? [] : await tx.rows<DueRun>(lockDueRunsSql(due, contactIds))
  if (runs.length === 0) return { count, workflow, logs: [] }
  const board = await readBoard(tx, tenantId, workflowId)
  const context = { scope, tx, workflow, board, now }
  const rules = { board, allowRepeatedSteps: workflow.allowRepeatedSteps, now }
  const result = await advanceRuns(runs, rules, (step, some) => {
    if (attempt?.abandoned.has(step.id)) return Promise.resolve(failed(some))
    if (attempt) attempt.at = step.id
    return performStep(context, step, some)
  })
  await saveBatch(scope, tx, runs, result)
  return { count, workflow, logs: result.logs }
}

const failed = (runs: readonly DueRun[]): Map<number, StepResult> =>
  new Map(runs.map(({ runId }) => [runId, { state: 'failed', outcome: ABANDONED }]))
