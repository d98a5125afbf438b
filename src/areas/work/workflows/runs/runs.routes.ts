import type { FastifyPluginAsync } from 'fastify'
import type { WorkflowDryRunResult } from '../../../../contract/work/workflow-contacts.ts'
import { operations } from '../../../../contract/work/workflow-contacts.ts'
import type { Workflow } from '../../../../generated/prisma/client.ts'
import { serve } from '../../../../kernel/http/serve.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { getWorkflow } from '../definition/workflows.queries.ts'
import { readAnswers, readTriedContact, type TriedContact } from '../dry-run/dry-run.queries.ts'
import { dryRun } from '../dry-run/dry-run.ts'
import { describeStep } from '../steps/describe-step.ts'
import { readStepNames } from '../steps/step-names.queries.ts'
import { readBoard, stepOf } from '../steps/steps.queries.ts'
import { listContactRuns } from './contact-runs.queries.ts'
import { removeContact } from './remove-contact.service.ts'

/** Contacts in workflows: the way that each went, and the one that it would go. */
export const workflowContacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.getWorkflowContact, async ({ scope, params }) => {
    const { workflowid: WorkflowId, contactid: ContactId } = params
    await getWorkflow(scope, WorkflowId)
    const runs = await listContactRuns(scope, WorkflowId, ContactId)
    const words = await wordsOf(scope, WorkflowId)
    const Runs = runs.map((run) => ({
      ...run,
      Steps: run.Steps.map((step) => ({ ...step, Name: words.get(step.WorkflowStepId) ?? null })),
    }))
    return { ContactId, WorkflowId, Runs }
  })

  serve(app, operations.removeWorkflowContact, async ({ scope, params }) => {
    await removeContact(scope, params.workflowid, params.contactid)
    return {}
  })

  serve(app, operations.dryRunWorkflow, async ({ scope, params, body }) => {
    const workflow = await getWorkflow(scope, params.workflowid)
    return tried(scope, workflow, await readTriedContact(scope, workflow, body.ContactId))
  })
}

/** What each step of a workflow does, in words; deleted ones, which histories name, included. */
const wordsOf = async ({ db }: Scope, workflowId: number): Promise<Map<number, string>> => {
  const { tenantId, prisma } = db
  const steps = (await prisma.workflowStep.findMany({ where: { tenantId, workflowId } })).map(stepOf)
  const names = await readStepNames(prisma, tenantId, steps)
  return new Map(steps.map((step) => [step.id, describeStep(step, names)]))
}

const tried = async (scope: Scope, workflow: Workflow, contact: TriedContact): Promise<WorkflowDryRunResult> => {
  const { prisma, tenantId } = scope.db
  const board = await readBoard(prisma, tenantId, workflow.id)
  const steps = board.inOrder()
  const names = await readStepNames(prisma, tenantId, steps)
  const answers = await readAnswers(scope, contact.id, steps)
  const { allowRepeatedSteps } = workflow
  const { timeZone } = scope.tenant
  const way = dryRun(
    { board, names, schedule: workflow, timeZone, allowRepeatedSteps, contact, answers },
    scope.clock.now(),
  )
  const reason = whyNot(workflow, contact)
  return { ContactId: contact.id, WorkflowId: workflow.id, WouldEnter: reason === null, Reason: reason, ...way }
}

const whyNot = ({ allowReEntry }: Workflow, contact: TriedContact): string | null => {
  if (contact.isInside) return 'The contact is in it already.'
  if (contact.wasTakenOut) return 'Staff took the contact out.'
  if (contact.isKeptOut) return 'The contact is in a group that is kept out.'
  if (!contact.isInSource) return 'The contact is in none of the sources.'
  return contact.wasInside && !allowReEntry ? 'The contact was in it before, and may not enter again.' : null
}
