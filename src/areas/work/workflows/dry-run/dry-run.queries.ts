import { Prisma, type Workflow } from '../../../../generated/prisma/client.ts'
import type { Sql } from '../../../../generated/prisma/internal/prismaNamespace.ts'
import { ruleRefused } from '../../../../kernel/errors/problem.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { loadConditionFields } from '../conditions/condition-fields.queries.ts'
import { conditionsSql } from '../conditions/conditions-sql.ts'
import type { Step } from '../steps/step-options.ts'
import { STEP } from '../steps/step-types.ts'

/** What a dry run needs to know of the contact. */
export interface TriedContact {
  id: number
  hasAddress: boolean
  isInSource: boolean
  isKeptOut: boolean
  isInside: boolean
  wasInside: boolean
  wasTakenOut: boolean
}

/** @throws 422 unknown-reference where there is no such contact. */
export const readTriedContact = async (
  { db }: Scope,
  { id: workflowId }: Workflow,
  contactId: number,
): Promise<TriedContact> => {
  const { tenantId } = db
  const isMember = (isAnti: boolean) => Prisma.sql`EXISTS (SELECT FROM workflow_source x
    JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
    JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.state = 'member'
    WHERE x.tenant_id = c.tenant_id AND x.workflow_id = ${workflowId} AND x.is_anti = ${isAnti}::boolean
      AND m.contact_id = c.id)`
  const hasRun = (states: string[]) => Prisma.sql`EXISTS (SELECT FROM workflow_run r WHERE r.tenant_id = c.tenant_id
    AND r.workflow_id = ${workflowId} AND r.contact_id = c.id AND r.state = ANY (${states}::text[]))`
  const [contact] = await db.rows<TriedContact>(Prisma.sql`
    SELECT c.id, coalesce(c.email_address, (SELECT p.email_address FROM contact p WHERE p.tenant_id = c.tenant_id
        AND p.id = c.primary_contact_id AND p.deleted_at IS NULL), '') <> '' AS "hasAddress",
      ${isMember(false)} AS "isInSource", ${isMember(true)} AS "isKeptOut", ${hasRun(['active'])} AS "isInside",
      ${hasRun(['completed', 'optedout', 'failed'])} AS "wasInside", ${hasRun(['removed'])} AS "wasTakenOut"
    FROM contact c WHERE c.tenant_id = ${tenantId} AND c.id = ${contactId} AND c.deleted_at IS NULL`)
  if (contact) return contact
  const errors = [{ pointer: '/ContactId', message: 'names no contact' }]
  throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
}

/** Branches asked in one statement: their values stay far below what one can carry. */
const ASKED_AT_ONCE = 100

/** How each branch would be answered for the contact now; undefined where what it asks for is gone. */
export const readAnswers = async (
  scope: Scope,
  { id: workflowId }: Workflow,
  contactId: number,
  steps: readonly Step[],
): Promise<Map<number, boolean | undefined>> => {
  const branches = steps.flatMap((step) => (step.typeId === STEP.logicBranch ? [step] : []))
  const conditions = branches.flatMap(({ options }) => options.Conditions)
  const fields = await loadConditionFields(scope.db, scope, conditions)
  const answers = new Map<number, boolean | undefined>()
  const questions: Sql[] = []
  for (const { id, options } of branches) {
    const asked = conditionsSql(scope, options, fields)
    answers.set(id, 'lost' in asked ? undefined : false)
    if ('sql' in asked) questions.push(Prisma.sql`SELECT ${id}::int AS id WHERE ${asked.sql}`)
  }
  for (let at = 0; at < questions.length; at += ASKED_AT_ONCE) {
    const yes = await scope.db.rows<{ id: number }>(Prisma.sql`
      SELECT q.id FROM contact c LEFT JOIN LATERAL (SELECT r.* FROM workflow_run r WHERE r.tenant_id = c.tenant_id
          AND r.workflow_id = ${workflowId} AND r.contact_id = c.id AND r.is_latest) r ON true
        CROSS JOIN LATERAL (${Prisma.join(questions.slice(at, at + ASKED_AT_ONCE), ' UNION ALL ')}) q
      WHERE c.tenant_id = ${scope.db.tenantId} AND c.id = ${contactId}`)
    for (const { id } of yes) answers.set(id, true)
  }
  return answers
}
