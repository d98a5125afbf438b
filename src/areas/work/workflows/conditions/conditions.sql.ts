import { hasOrderedAmountSql, hasOrderStateSql } from '#areas/commerce/buying/orders/orders.listing'
import { hasSponsorStateSql } from '#areas/commerce/sponsorships/sponsors/sponsors.listing'
import { hasRegistrationStateSql } from '#areas/events/registrations/registration-statuses.listing'
import { owesInvoiceSql } from '#areas/finance/books/receivables/receivables.listing'
import { contactListing } from '#areas/people/contacts/contacts.listing'
import type { getContactFieldSet } from '#areas/people/custom-fields/values/fields.queries'
import { fieldConditionSql } from '#areas/people/custom-fields/values/record-values.listing'
import type { WorkflowBranchOptions, WorkflowCondition } from '#contract/work/workflows'
import { badInput, Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

type BranchOptions = NonNullable<WorkflowBranchOptions>

/** The custom fields of contacts; null if no condition references one. */
export type ConditionFields = Awaited<ReturnType<typeof getContactFieldSet>> | null

/** The records that conditions reference and that exist. */
export interface ConditionFacts {
  fields: ConditionFields
  groupIds: ReadonlySet<number>
}

/**
 * Returns the conditions of a branch as a condition on a contact `c` and its run `r`.
 *
 * @returns `lost`, in words for staff, if a condition references a record that no longer exists.
 */
export const conditionsSql = (
  scope: Scope,
  { MatchAll, Conditions }: BranchOptions,
  { fields, groupIds }: ConditionFacts,
): { sql: Sql } | { lost: string } => {
  if (Conditions.some(({ Type, Value }) => Type === 'inGroup' && !groupIds.has(Number(Value))))
    return { lost: 'A group in its conditions was deleted.' }
  try {
    const tests = Conditions.map((condition, at) => conditionSql(scope, condition, fields, `/Conditions/${at}`))
    return { sql: Prisma.sql`(${Prisma.join(tests, MatchAll ? ' AND ' : ' OR ')})` }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { lost: 'A custom field in its conditions was deleted or archived, or has another type now.' }
  }
}

/** @throws 400 with a pointer below `pointer`, for a field that does not exist or a value that it cannot have. */
export const conditionSql = (
  scope: Scope,
  condition: WorkflowCondition,
  fields: ConditionFields,
  pointer: string,
): Sql => {
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
    case 'invoiceState':
      return owesInvoiceSql(value, todayOf(scope))
    case 'sponsorState':
      return hasSponsorStateSql(value, todayOf(scope))
    case 'orderState':
      return hasOrderStateSql(value, scope.clock.now())
    case 'orderAmount':
      return hasOrderedAmountSql(value, scope.clock.now())
    case 'registrationState':
      return hasRegistrationStateSql(value, scope.clock.now())
    case 'emailOpened':
      return mailSql(value, Prisma.sql`m.opened_at`)
    case 'emailClicked':
      return mailSql(value, Prisma.sql`m.clicked_at`)
    case 'customField':
      return fieldSql(scope, condition, fields, pointer)
  }
}

/**
 * Returns whether an email of a step to the contact, in this run, was opened or clicked. Its key is that of
 * makeMailKey.
 */
const mailSql = (stepId: string, date: Sql): Sql => Prisma.sql`EXISTS (SELECT FROM workflow_step_run s
  JOIN mail_message m ON m.tenant_id = s.tenant_id
    AND m.key = 'workflow:' || s.run_id || ':' || s.step_id || ':' || s.visit
  WHERE s.tenant_id = r.tenant_id AND s.run_id = r.id AND s.step_id = ${Number(stepId)}::int AND ${date} IS NOT NULL)`

const fieldSql = (
  scope: Scope,
  { CustomFieldId, Operator, Value }: WorkflowCondition,
  fields: ConditionFields,
  pointer: string,
): Sql => {
  if (!fields) throw badInput(`${pointer}/CustomFieldId`, 'does not reference an existing custom field of contacts')
  const condition = { fieldId: CustomFieldId ?? 0, operator: Operator ?? 'eq', value: Value ?? null } as const
  return fieldConditionSql(scope, fields, condition, { contacts: contactListing, pointer })
}

export const listExistingGroupsSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT g.id FROM contact_group g
  WHERE g.tenant_id = ${tenantId}::int AND g.id = ANY (${[...ids]}::int[]) AND g.deleted_at IS NULL`

/** Selects those of the runs whose contacts meet the conditions. */
export const listMatchingRunsSql = (tenantId: number, runIds: readonly number[], conditions: Sql): Sql => Prisma.sql`
  SELECT r.id FROM workflow_run r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
  WHERE r.tenant_id = ${tenantId}::int AND r.id = ANY (${[...runIds]}::int[]) AND ${conditions}`

/** The conditions of a branch, see conditionsSql. */
export interface BranchConditions {
  stepId: number
  conditions: Sql
}

/** Selects the branches whose conditions a contact meets now, in its latest run in the workflow if it has one. */
export const listMatchingBranchesSql = (
  tenantId: number,
  { workflowId, contactId }: { workflowId: number; contactId: number },
  branches: readonly BranchConditions[],
): Sql => {
  const tests = branches.map(({ stepId, conditions }) => Prisma.sql`SELECT ${stepId}::int AS id WHERE ${conditions}`)
  return Prisma.sql`
    SELECT q.id FROM contact c LEFT JOIN LATERAL (SELECT r.* FROM workflow_run r WHERE r.tenant_id = c.tenant_id
        AND r.workflow_id = ${workflowId} AND r.contact_id = c.id AND r.is_latest) r ON true
      CROSS JOIN LATERAL (${Prisma.join(tests, ' UNION ALL ')}) q
    WHERE c.tenant_id = ${tenantId} AND c.id = ${contactId}`
}
