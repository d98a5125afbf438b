import type { WorkflowCondition } from '#contract/work/workflows'
import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { WorkflowFaults } from '../workflows.input.ts'
import { type ConditionFields, conditionSql } from './conditions.sql.ts'

/** Adds the faults of conditions on custom fields, with pointers below `parent`. */
export const checkFieldConditions = (
  scope: Scope,
  conditions: readonly WorkflowCondition[],
  fields: ConditionFields,
  parent: string,
  faults: WorkflowFaults,
): void => {
  for (const [at, condition] of conditions.entries()) {
    try {
      if (condition.Type === 'customField') conditionSql(scope, condition, fields, `${parent}/Conditions/${at}`)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const { pointer, message } of error.errors) faults.add(pointer, message)
    }
  }
}
