import { getContactFieldSet } from '#areas/people/custom-fields/values/fields.queries'
import type { WorkflowCondition } from '#contract/work/workflows'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

export type ConditionFields = Awaited<ReturnType<typeof getContactFieldSet>> | null

/** What there is of that which conditions ask for. */
export interface ConditionFacts {
  /** The custom fields of contacts; null where none is asked for. */
  fields: ConditionFields
  /** Those of the groups asked for that are there. */
  groupIds: ReadonlySet<number>
}

export const loadConditionFacts = async (
  runner: SqlRunner,
  scope: Scope,
  conditions: readonly WorkflowCondition[],
): Promise<ConditionFacts> => ({
  fields: await loadConditionFields(runner, scope, conditions),
  groupIds: await loadGroupIds(runner, scope, conditions),
})

/** The custom fields of contacts, where conditions ask for any; else null. */
export const loadConditionFields = async (
  runner: SqlRunner,
  scope: Scope,
  conditions: readonly WorkflowCondition[],
): Promise<ConditionFields> =>
  conditions.some(({ Type }) => Type === 'customField') ? getContactFieldSet(runner, scope) : null

const loadGroupIds = async (
  runner: SqlRunner,
  { db }: Scope,
  conditions: readonly WorkflowCondition[],
): Promise<ReadonlySet<number>> => {
  const ids = conditions.flatMap(({ Type, Value }) => (Type === 'inGroup' ? [Number(Value)] : []))
  if (ids.length === 0) return new Set()
  const rows = await runner.rows<{ id: number }>(Prisma.sql`SELECT g.id FROM contact_group g
    WHERE g.tenant_id = ${db.tenantId}::int AND g.id = ANY (${ids}::int[]) AND g.deleted_at IS NULL`)
  return new Set(rows.map(({ id }) => id))
}
