import { readConditionFacts } from '../conditions/conditions.queries.ts'
import { conditionsSql, listMatchingRunsSql } from '../conditions/conditions.sql.ts'
import type { DueRun } from '../engine/run.model.ts'
import type { STEP, StepOf } from '../steps/step.model.ts'
import { type ActionContext, type ActionResults, forAll, forEachOne } from './action.model.ts'

/** Evaluates the conditions for all contacts at once; each continues in its lane. */
export const performBranch = async (
  { tx, scope, board }: ActionContext,
  step: StepOf<typeof STEP.logicBranch>,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  const facts = await readConditionFacts(tx, scope, step.options.Conditions)
  const test = conditionsSql(scope, step.options, facts)
  if ('lost' in test) return forAll(runs, { state: 'failed', outcome: test.lost })
  const runIds = runs.map(({ runId }) => runId)
  const rows = await tx.rows<{ id: number }>(listMatchingRunsSql(scope.db.tenantId, runIds, test.sql))
  const yes = new Set(rows.map(({ id }) => id))
  return forEachOne(runs, ({ runId }) => {
    const isYes = yes.has(runId)
    return { state: 'done', outcome: isYes ? 'yes' : 'no', next: board.into(step, isYes) }
  })
}
