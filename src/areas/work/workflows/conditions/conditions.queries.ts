import { getContactFieldSet } from '#areas/people/custom-fields/values/fields.queries'
import type { WorkflowCondition } from '#contract/work/workflows'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { type ConditionFacts, type ConditionFields, listExistingGroupsSql } from './conditions.sql.ts'

/** Reads the custom fields and groups that conditions reference. */
export const readConditionFacts = async (
  runner: SqlRunner,
  scope: Scope,
  conditions: readonly WorkflowCondition[],
): Promise<ConditionFacts> => ({
  fields: await readConditionFields(runner, scope, conditions),
  groupIds: await readGroupIds(runner, scope, conditions),
})

/** Reads the custom fields of contacts; null if no condition references one. */
export const readConditionFields = async (
  runner: SqlRunner,
  scope: Scope,
  conditions: readonly WorkflowCondition[],
): Promise<ConditionFields> =>
  conditions.some(({ Type }) => Type === 'customField') ? getContactFieldSet(runner, scope) : null

const readGroupIds = async (
  runner: SqlRunner,
  { db }: Scope,
  conditions: readonly WorkflowCondition[],
): Promise<ReadonlySet<number>> => {
  const ids = conditions.flatMap(({ Type, Value }) => (Type === 'inGroup' ? [Number(Value)] : []))
  if (ids.length === 0) return new Set()
  const rows = await runner.rows<{ id: number }>(listExistingGroupsSql(db.tenantId, ids))
  return new Set(rows.map(({ id }) => id))
}
