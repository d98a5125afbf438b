import { listFollowUpFaults } from '#areas/work/tasks/follow-ups/follow-ups.queries'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import { foreseeRefusals } from '#services/mail/refusals'
import { NO_ADDRESS } from '../actions/emails.service.ts'
import { readConditionFacts } from '../conditions/conditions.queries.ts'
import { type BranchConditions, conditionsSql, listMatchingBranchesSql } from '../conditions/conditions.sql.ts'
import { STEP, type Step } from '../steps/step.model.ts'
import { type DryRunContact, findDryRunContactSql } from './dry-run.sql.ts'

/** Reads the contact of a dry run. @throws 422 `unknown-reference`. */
export const getDryRunContact = async (
  { db }: Scope,
  workflow: Workflow,
  contactId: number,
): Promise<DryRunContact> => {
  const [contact] = await db.rows<DryRunContact>(findDryRunContactSql(workflow, contactId))
  if (!contact) throw unknownReference('/ContactId', 'contact')
  return contact
}

/** Reads, in words, why emails of the steps would not be sent to the contact, by the ids of their templates. */
export const readMailRefusals = async (
  { db }: Scope,
  { id: contactId, emailAddress: address }: DryRunContact,
  steps: readonly Step[],
): Promise<Map<number, string>> => {
  const templateIds = steps.flatMap((step) => (step.typeId === STEP.sendEmail ? [step.options.TemplateId] : []))
  if (address === null) return new Map(templateIds.map((id) => [id, NO_ADDRESS]))
  return foreseeRefusals(db, { tenantId: db.tenantId, address, contactId, templateIds })
}

/** Reads, in words, why the tasks of steps could not be created, by the ids of the steps. */
export const readTaskFaults = async (scope: Scope, steps: readonly Step[]): Promise<Map<number, string>> => {
  const reminders = steps.flatMap((step) => (step.typeId === STEP.createFollowUpReminder ? [step] : []))
  const tasks = reminders.map(({ options: { AssignedToContactId, TaskTypeId } }) => ({
    assigneeId: AssignedToContactId ?? null,
    typeId: TaskTypeId ?? null,
  }))
  const faults = await listFollowUpFaults(scope, tasks)
  return new Map(reminders.flatMap(({ id }, at) => (faults[at] ? [[id, faults[at]] as const] : [])))
}

/** Branches in one statement, so that their values stay well below the limit of parameters. */
const BATCH = 100

/** Evaluates each branch for the contact now; undefined if its conditions reference a deleted record. */
export const readBranchResults = async (
  scope: Scope,
  { id: workflowId }: Workflow,
  contactId: number,
  steps: readonly Step[],
): Promise<Map<number, boolean | undefined>> => {
  const { db } = scope
  const branches = steps.flatMap((step) => (step.typeId === STEP.logicBranch ? [step] : []))
  const facts = await readConditionFacts(
    db,
    scope,
    branches.flatMap(({ options }) => options.Conditions),
  )
  const results = new Map<number, boolean | undefined>()
  const tests: BranchConditions[] = []
  for (const { id: stepId, options } of branches) {
    const test = conditionsSql(scope, options, facts)
    results.set(stepId, 'lost' in test ? undefined : false)
    if ('sql' in test) tests.push({ stepId, conditions: test.sql })
  }
  for (let at = 0; at < tests.length; at += BATCH) {
    const some = tests.slice(at, at + BATCH)
    const yes = await db.rows<{ id: number }>(listMatchingBranchesSql(db.tenantId, { workflowId, contactId }, some))
    for (const { id } of yes) results.set(id, true)
  }
  return results
}
