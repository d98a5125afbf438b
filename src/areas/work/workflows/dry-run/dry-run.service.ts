import type { WorkflowDryRunResult } from '#contract/work/workflow-contacts'
import type { Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import { readStepNames } from '../steps/step-names.queries.ts'
import { readBoard } from '../steps/steps.queries.ts'
import {
  readAnswers,
  readMailRefusals,
  readTaskFaults,
  readTriedContact,
  type TriedContact,
} from './dry-run.queries.ts'
import { dryRun } from './dry-run.model.ts'

/**
 * What a workflow would do with a contact that entered now, and whether it would let it in. Nothing is changed.
 *
 * @throws 422 unknown-reference where there is no such contact.
 */
export const tryContact = async (
  scope: Scope,
  workflow: Workflow,
  contactId: number,
): Promise<WorkflowDryRunResult> => {
  const contact = await readTriedContact(scope, workflow, contactId)
  const { prisma, tenantId } = scope.db
  const board = await readBoard(prisma, tenantId, workflow.id)
  const steps = board.inOrder()
  const names = await readStepNames(prisma, tenantId, steps)
  const answers = await readAnswers(scope, workflow, contact.id, steps)
  const mailRefusals = await readMailRefusals(scope, contact, steps)
  const taskFaults = await readTaskFaults(scope, steps)
  const { allowRepeatedSteps } = workflow
  const { timeZone } = scope.tenant
  const way = dryRun(
    { board, names, schedule: workflow, timeZone, allowRepeatedSteps, answers, mailRefusals, taskFaults },
    scope.clock.now(),
  )
  const reason = board.first() ? whyNot(workflow, contact) : 'The workflow has no active step.'
  return { ContactId: contact.id, WorkflowId: workflow.id, WouldEnter: reason === null, Reason: reason, ...way }
}

const whyNot = ({ allowReEntry }: Workflow, contact: TriedContact): string | null => {
  if (contact.isInside) return 'The contact is in it already.'
  if (contact.wasTakenOut) return 'Staff took the contact out.'
  if (contact.isKeptOut) return 'The contact is in a group that is kept out.'
  if (!contact.isInSource) return 'The contact is in none of the sources.'
  if (contact.isUnmatched) return 'The contact matches nobody yet, and is kept out of lists until it does.'
  if (contact.mayEnter) return null
  if (!allowReEntry) return 'The contact was in it before, and may not enter again.'
  return 'The contact was in it before, and has come into no source since.'
}
