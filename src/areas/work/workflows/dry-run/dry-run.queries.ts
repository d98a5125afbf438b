import { listFollowUpFaults } from '#areas/work/tasks/follow-ups/follow-ups.queries'
import type { WorkflowDryRunResult } from '#contract/work/workflow-contacts'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import { foreseeRefusals } from '#services/mail/refusals'
import { NO_ADDRESS } from '../actions/emails.service.ts'
import { readConditionFacts } from '../conditions/conditions.queries.ts'
import { type BranchConditions, conditionsSql, listMatchingBranchesSql } from '../conditions/conditions.sql.ts'
import { STEP, type Step } from '../steps/step.model.ts'
import { readBoard, readStepNames } from '../steps/steps.queries.ts'
import { predictPath } from './dry-run.model.ts'
import { type DryRunContact, findDryRunContactSql } from './dry-run.sql.ts'

/**
 * Predicts what a workflow would do with a contact that entered now, and whether the sources admit it. Changes nothing.
 *
 * @throws 422 `unknown-reference`.
 */
export const dryRunWorkflow = async (
  scope: Scope,
  workflow: Workflow,
  contactId: number,
): Promise<WorkflowDryRunResult> => {
  const contact = await getDryRunContact(scope, workflow, contactId)
  const { prisma, tenantId } = scope.db
  const board = await readBoard(prisma, tenantId, workflow.id)
  const steps = board.inOrder()
  const names = await readStepNames(prisma, tenantId, steps)
  const branchResults = await readBranchResults(scope, workflow, contact.id, steps)
  const mailRefusals = await readMailRefusals(scope, contact, steps)
  const taskFaults = await readTaskFaults(scope, steps)
  const { allowRepeatedSteps } = workflow
  const { timeZone } = scope.tenant
  const path = predictPath(
    { board, names, schedule: workflow, timeZone, allowRepeatedSteps, branchResults, mailRefusals, taskFaults },
    scope.clock.now(),
  )
  const reason = board.first() ? rejectionOf(workflow, contact) : 'The workflow has no active step.'
  return { ContactId: contact.id, WorkflowId: workflow.id, WouldEnter: reason === null, Reason: reason, ...path }
}

/** Returns why the sources would not admit the contact, in words; null if they would. */
const rejectionOf = ({ allowReEntry }: Workflow, contact: DryRunContact): string | null => {
  if (contact.isInside) return 'The contact is in the workflow already.'
  if (contact.wasRemoved) return 'Staff removed the contact.'
  if (contact.isInAntiSource) return 'The contact is in a group that is an anti-source.'
  if (!contact.isInSource) return 'The contact is in none of the sources.'
  if (contact.isUnmatched) return 'The contact matches no other contact yet. Lists exclude it until it does.'
  if (contact.canEnter) return null
  if (!allowReEntry) return 'The contact has been in the workflow and cannot enter again.'
  return 'The contact has been in the workflow and has not joined a source since.'
}

/** Reads the contact of a dry run. @throws 422 `unknown-reference`. */
const getDryRunContact = async ({ db }: Scope, workflow: Workflow, contactId: number): Promise<DryRunContact> => {
  const [contact] = await db.rows<DryRunContact>(findDryRunContactSql(workflow, contactId))
  if (!contact) throw unknownReference('/ContactId', 'contact')
  return contact
}

/** Reads, in words, why emails of the steps would not be sent to the contact, by the ids of their templates. */
const readMailRefusals = async (
  { db }: Scope,
  { id: contactId, emailAddress: address }: DryRunContact,
  steps: readonly Step[],
): Promise<Map<number, string>> => {
  const templateIds = steps.flatMap((step) => (step.typeId === STEP.sendEmail ? [step.options.TemplateId] : []))
  if (address === null) return new Map(templateIds.map((id) => [id, NO_ADDRESS]))
  return foreseeRefusals(db, { tenantId: db.tenantId, address, contactId, templateIds })
}

/** Reads, in words, why the tasks of steps could not be created, by the ids of the steps. */
const readTaskFaults = async (scope: Scope, steps: readonly Step[]): Promise<Map<number, string>> => {
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
const readBranchResults = async (
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
