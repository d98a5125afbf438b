import type { WorkflowDryRunResult } from '#contract/work/workflow-contacts'
import type { Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import { readBoard, readStepNames } from '../steps/steps.queries.ts'
import { predictPath } from './dry-run.model.ts'
import type { DryRunContact } from './dry-run.sql.ts'
import { getDryRunContact, readBranchResults, readMailRefusals, readTaskFaults } from './facts.queries.ts'

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

/** Why the sources would not admit the contact, in words; null if they would. */
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
