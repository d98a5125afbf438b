import { loadConditionFacts } from '../conditions/conditions.queries.ts'
import { conditionsSql } from '../conditions/conditions.sql.ts'
import type { STEP } from '../steps/step-types.ts'
import { Prisma } from '#prisma/client'
import type { Traveller } from '../engine/run.model.ts'
import { forAll, forEachOne, type Performing, type Results, type StepOf } from './action.model.ts'

/** Asks the question about all of them at once; each goes on in its lane. */
export const performBranch = async (
  { tx, scope, board }: Performing,
  step: StepOf<typeof STEP.logicBranch>,
  travellers: readonly Traveller[],
): Promise<Results> => {
  const runner = tx
  const facts = await loadConditionFacts(runner, scope, step.options.Conditions)
  const asked = conditionsSql(scope, step.options, facts)
  if ('lost' in asked) return forAll(travellers, { state: 'failed', outcome: asked.lost, next: board.after(step) })
  const runIds = travellers.map(({ runId }) => runId)
  const rows = await runner.rows<{ id: number }>(Prisma.sql`
    SELECT r.id FROM workflow_run r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
    WHERE r.tenant_id = ${scope.db.tenantId}::int AND r.id = ANY (${runIds}::int[]) AND ${asked.sql}`)
  const yes = new Set(rows.map(({ id }) => id))
  return forEachOne(travellers, ({ runId }) => {
    const isYes = yes.has(runId)
    return { state: 'done', outcome: isYes ? 'yes' : 'no', next: board.into(step, isYes) }
  })
}
