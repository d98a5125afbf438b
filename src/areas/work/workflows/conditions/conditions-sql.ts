import { fieldConditionSql } from '#areas/people/custom-fields/values/field-conditions.listing'
import type { WorkflowBranchOptions, WorkflowCondition } from '#contract/work/workflows'
import { badInput, type FieldFault, Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { ConditionFacts, ConditionFields } from './condition-facts.queries.ts'

type BranchOptions = NonNullable<WorkflowBranchOptions>

/** What a branch asks, as a condition on a contact `c` and its run `r`; or what it asks for and is not there any more. */
export const conditionsSql = (
  scope: Scope,
  { MatchAll, Conditions }: BranchOptions,
  { fields, groupIds }: ConditionFacts,
): { sql: Sql } | { lost: string } => {
  if (Conditions.some(({ Type, Value }) => Type === 'inGroup' && !groupIds.has(Number(Value))))
    return { lost: 'A group that it asks for was deleted.' }
  try {
    const tests = Conditions.map((condition, at) => conditionSql(scope, condition, fields, `/Conditions/${at}`))
    return { sql: Prisma.sql`(${Prisma.join(tests, MatchAll ? ' AND ' : ' OR ')})` }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { lost: 'A custom field that it asks for was deleted, archived, or is of another type now.' }
  }
}

/** What custom fields cannot be asked as it stands, each under its place below `place`; empty where all can. */
export const fieldConditionFaults = (
  scope: Scope,
  conditions: readonly WorkflowCondition[],
  fields: ConditionFields,
  place: string,
): FieldFault[] =>
  conditions.flatMap((condition, at) => {
    try {
      if (condition.Type === 'customField') conditionSql(scope, condition, fields, `${place}/Conditions/${at}`)
      return []
    } catch (error) {
      if (error instanceof Problem) return error.errors
      throw error
    }
  })

/** @throws 400 under `pointer` for a value that the custom field cannot have, and for a field that is not there. */
const conditionSql = (scope: Scope, condition: WorkflowCondition, fields: ConditionFields, pointer: string): Sql => {
  const test = testSql(scope, condition, fields, pointer)
  const isNot = condition.Type !== 'customField' && condition.Operator === 'ne'
  return isNot ? Prisma.sql`NOT ${test}` : test
}

const testSql = (scope: Scope, condition: WorkflowCondition, fields: ConditionFields, pointer: string): Sql => {
  const value = condition.Value ?? ''
  switch (condition.Type) {
    case 'inGroup':
      return Prisma.sql`EXISTS (SELECT FROM contact_group_member m WHERE m.tenant_id = c.tenant_id
        AND m.contact_id = c.id AND m.group_id = ${Number(value)}::int AND m.state = 'member')`
    case 'hasTag':
      return Prisma.sql`EXISTS (SELECT FROM contact_tag k JOIN tag t ON t.tenant_id = k.tenant_id AND t.id = k.tag_id
        WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id AND t.name_key = ${foldedWords(value).join(' ')}::text)`
    case 'membershipStatus':
      return Prisma.sql`(c.status_id & ${Number(value)}::int) <> 0`
    case 'emailOpened':
      return mailSql(value, Prisma.sql`m.opened_at`)
    case 'emailClicked':
      return mailSql(value, Prisma.sql`m.clicked_at`)
    case 'customField':
      return fieldSql(scope, condition, fields, pointer)
  }
}

/** Whether any email that the run was sent by a step tells of it. Its key is that of mailKey. */
const mailSql = (stepId: string, told: Sql): Sql => Prisma.sql`EXISTS (SELECT FROM workflow_step_run s
  JOIN mail_message m ON m.tenant_id = s.tenant_id
    AND m.key = 'workflow:' || s.run_id || ':' || s.step_id || ':' || s.visit
  WHERE s.tenant_id = r.tenant_id AND s.run_id = r.id AND s.step_id = ${Number(stepId)}::int AND ${told} IS NOT NULL)`

const fieldSql = (
  scope: Scope,
  { CustomFieldId, Operator, Value }: WorkflowCondition,
  fields: ConditionFields,
  pointer: string,
): Sql => {
  if (!fields) throw badInput(`${pointer}/CustomFieldId`, 'names no custom field of contacts')
  const condition = { fieldId: CustomFieldId ?? 0, operator: Operator ?? 'eq', value: Value ?? null } as const
  return fieldConditionSql(scope, fields, condition, pointer)
}
