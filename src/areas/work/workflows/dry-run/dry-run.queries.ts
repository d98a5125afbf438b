import { listFollowUpFaults } from '#areas/work/tasks/follow-ups/follow-ups.queries'
import { ruleRefused } from '#kernel/errors/problem'
import { foreseeRefusals } from '#kernel/mail/refusals'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma, type Workflow } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { loadConditionFacts } from '../conditions/condition-facts.queries.ts'
import { conditionsSql } from '../conditions/conditions-sql.ts'
import { NO_ADDRESS } from '../engine/perform/emailing.ts'
import { enteringSql } from '../engine/sources.queries.ts'
import type { Step } from '../steps/step-options.ts'
import { STEP } from '../steps/step-types.ts'

/** What a dry run needs to know of the contact. */
export interface TriedContact {
  id: number
  emailAddress: string | null
  /** Matches nobody in the CRM yet, and is kept out of lists until it does. */
  isUnmatched: boolean
  isInSource: boolean
  isKeptOut: boolean
  isInside: boolean
  wasTakenOut: boolean
  /** What it comes to: whether the sources let it in now. */
  mayEnter: boolean
}

/** @throws 422 unknown-reference where there is no such contact. */
export const readTriedContact = async (
  { db }: Scope,
  { id: workflowId, allowReEntry }: Workflow,
  contactId: number,
): Promise<TriedContact> => {
  const { tenantId } = db
  const entering = enteringSql({ tenantId, workflowId, allowReEntry, contactIds: [contactId] })
  const isMember = (isAnti: boolean) => Prisma.sql`EXISTS (SELECT FROM workflow_source x
    JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
    JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.state = 'member'
    WHERE x.tenant_id = c.tenant_id AND x.workflow_id = ${workflowId} AND x.is_anti = ${isAnti}::boolean
      AND m.contact_id = c.id)`
  const hasRun = (
    state: 'active' | 'removed',
  ) => Prisma.sql`EXISTS (SELECT FROM workflow_run r WHERE r.tenant_id = c.tenant_id
    AND r.workflow_id = ${workflowId} AND r.contact_id = c.id AND r.state = ${state}::text)`
  const [contact] = await db.rows<TriedContact>(Prisma.sql`
    SELECT c.id, nullif(coalesce(c.email_address, (SELECT p.email_address FROM contact p WHERE p.tenant_id = c.tenant_id
        AND p.id = c.primary_contact_id AND p.deleted_at IS NULL)), '') AS "emailAddress",
      c.is_unmatched AS "isUnmatched", ${isMember(false)} AS "isInSource", ${isMember(true)} AS "isKeptOut",
      ${hasRun('active')} AS "isInside", ${hasRun('removed')} AS "wasTakenOut", EXISTS (${entering}) AS "mayEnter"
    FROM contact c WHERE c.tenant_id = ${tenantId} AND c.id = ${contactId} AND c.deleted_at IS NULL`)
  if (contact) return contact
  const errors = [{ pointer: '/ContactId', message: 'names no contact' }]
  throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
}

/** Why emails of the steps would not be sent to the contact, in words, by the ids of their templates. */
export const readMailRefusals = async (
  { db }: Scope,
  { id: contactId, emailAddress: address }: TriedContact,
  steps: readonly Step[],
): Promise<Map<number, string>> => {
  const templateIds = steps.flatMap((step) => (step.typeId === STEP.sendEmail ? [step.options.TemplateId] : []))
  if (address === null) return new Map(templateIds.map((id) => [id, NO_ADDRESS]))
  return foreseeRefusals(db, { tenantId: db.tenantId, address, contactId, templateIds })
}

/** Why the tasks of steps could not be made, in words, by the ids of the steps. */
export const readTaskFaults = async (scope: Scope, steps: readonly Step[]): Promise<Map<number, string>> => {
  const reminders = steps.flatMap((step) => (step.typeId === STEP.createFollowUpReminder ? [step] : []))
  const wanted = reminders.map(({ options: { AssignedToContactId, TaskTypeId } }) => ({
    assigneeId: AssignedToContactId ?? null,
    typeId: TaskTypeId ?? null,
  }))
  const faults = await listFollowUpFaults(scope, wanted)
  return new Map(reminders.flatMap(({ id }, at) => (faults[at] ? [[id, faults[at]] as const] : [])))
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
  const facts = await loadConditionFacts(scope.db, scope, conditions)
  const answers = new Map<number, boolean | undefined>()
  const questions: Sql[] = []
  for (const { id, options } of branches) {
    const asked = conditionsSql(scope, options, facts)
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
