import type { WorkflowCondition } from '../../../../contract/work/workflows.ts'
import type { SqlRunner } from '../../../../kernel/tenancy/direct-transaction.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { readContactFields } from '../../../people/custom-fields/values/field-condition.queries.ts'

/** The custom fields of contacts, where conditions ask for any; else null. */
export const loadConditionFields = async (
  runner: SqlRunner,
  scope: Scope,
  conditions: readonly WorkflowCondition[],
): Promise<ConditionFields> =>
  conditions.some(({ Type }) => Type === 'customField') ? readContactFields(runner, scope) : null

export type ConditionFields = Awaited<ReturnType<typeof readContactFields>> | null
