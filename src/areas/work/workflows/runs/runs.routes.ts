import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/workflow-contacts'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { getWorkflow } from '../workflows.queries.ts'
import { tryContact } from '../dry-run/dry-run.service.ts'
import { describeStep } from '../steps/step-description.model.ts'
import { readStepNames } from '../steps/step-names.queries.ts'
import { stepTypes } from '../steps/step-types.ts'
import { stepOf } from '../steps/steps.queries.ts'
import { listContactRuns } from './runs.queries.ts'
import { removeContact } from './remove-contact.service.ts'

/** Contacts in workflows: the way that each went, and the one that it would go. */
export const workflowContacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.getWorkflowContact, async ({ scope, params }) => {
    const { workflowid: WorkflowId, contactid: ContactId } = params
    await getWorkflow(scope, WorkflowId)
    const runs = await listContactRuns(scope, WorkflowId, ContactId)
    const nameOf = await namesOf(scope, WorkflowId)
    const Runs = runs.map((run) => ({
      ...run,
      Steps: run.Steps.map(({ TypeId, ...step }) => ({ ...step, Name: nameOf(step.WorkflowStepId, TypeId) })),
    }))
    return { ContactId, WorkflowId, Runs }
  })

  serve(app, operations.removeWorkflowContact, async ({ scope, params }) => {
    await removeContact(scope, params.workflowid, params.contactid)
    return {}
  })

  serve(app, operations.dryRunWorkflow, async ({ scope, params, body }) =>
    tryContact(scope, await getWorkflow(scope, params.workflowid), body.ContactId),
  )
}

/**
 * What each step of a workflow does, in words; deleted ones, which histories name, included. Of one that is of another
 * type now than then only the type is known.
 */
const namesOf = async ({ db }: Scope, workflowId: number) => {
  const { tenantId, prisma } = db
  const steps = (await prisma.workflowStep.findMany({ where: { tenantId, workflowId } })).map(stepOf)
  const names = await readStepNames(prisma, tenantId, steps)
  const words = new Map(steps.map((step) => [step.id, { typeId: step.typeId, text: describeStep(step, names) }]))
  return (stepId: number, typeThen: number | null): string | null => {
    const now = words.get(stepId)
    return typeThen !== null && typeThen !== now?.typeId ? (stepTypes[typeThen]?.name ?? null) : (now?.text ?? null)
  }
}
