import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/workflow-contacts'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { dryRunWorkflow } from '../dry-run/dry-run.queries.ts'
import { listAllSteps, readStepNames } from '../steps/steps.queries.ts'
import { getWorkflow } from '../workflows.queries.ts'
import { retryContacts } from './retries.service.ts'
import { workflowContactList } from './runs.listing.ts'
import { presentRuns } from './runs.presenter.ts'
import { listContactRuns } from './runs.queries.ts'
import { removeContact } from './runs.service.ts'

/** Serves contacts in workflows: their runs, and dry runs. */
export const workflowContacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.getWorkflowContact, async ({ scope, params }) => {
    const { workflowid: WorkflowId, contactid: ContactId } = params
    const { prisma, tenantId } = scope.db
    await getWorkflow(scope, WorkflowId)
    const runs = await listContactRuns(scope, WorkflowId, ContactId)
    const steps = await listAllSteps(prisma, tenantId, WorkflowId)
    return { ContactId, WorkflowId, Runs: presentRuns(runs, steps, await readStepNames(prisma, tenantId, steps)) }
  })

  serve(app, operations.listWorkflowContacts, async (request, reply) => {
    const { scope, params, query } = request
    await getWorkflow(scope, params.workflowid)
    return sendList(request, reply, workflowContactList(params.workflowid, query.State), parseNamedListQuery(query))
  })

  serve(app, operations.retryWorkflowContacts, async ({ scope, params, body }) => ({
    Retried: await retryContacts(scope, { workflowId: params.workflowid, stepId: body.WorkflowStepId ?? undefined }),
  }))

  serve(app, operations.retryWorkflowContact, async ({ scope, params }) => ({
    Retried: await retryContacts(scope, { workflowId: params.workflowid, contactId: params.contactid }),
  }))

  serveAction(app, operations.removeWorkflowContact, (scope, { params }) =>
    removeContact(scope, params.workflowid, params.contactid),
  )

  serve(app, operations.dryRunWorkflow, async ({ scope, params, body }) =>
    dryRunWorkflow(scope, await getWorkflow(scope, params.workflowid), body.ContactId),
  )
}
