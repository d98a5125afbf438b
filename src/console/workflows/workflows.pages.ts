import { operations as contactOperations } from '#contract/work/workflow-contacts'
import { operations } from '#contract/work/workflows'
import type { FormValues } from '#services/pages/form-values'
import type { ConsolePages } from '../frame/console-pages.ts'
import { pathId } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import { countOf } from '../parts/numbers.ts'
import { AFTER, nextCursor, offsetOf, PAGE_SIZE } from '../parts/pages.ts'
import { workflowContactsView } from './contacts.page.ts'
import { contactRunsView } from './runs.page.ts'
import { workflowView } from './workflow.page.ts'
import { workflowListView } from './workflows.page.ts'

const SECTION = '/workflows'
const STATES: ReadonlySet<string> = new Set(['active', 'completed', 'leftearly', 'failed'])

/** Workflows as charts, with the contacts at each step. */
export const workflowPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const Criteria = query.get('search') ?? null
    const { body } = await user.call(operations.searchWorkflows, {
      body: { Take: String(PAGE_SIZE), Skip: String(offsetOf(query)), Criteria },
    })
    return workflowListView(user, query, body)
  })

  pages.page({ path: '/workflows/:id', section: SECTION }, async (user, { params }) => {
    const workflowid = pathId(params.id)
    const [general, flow, days] = await Promise.all([
      user.call(operations.getWorkflowGeneral, { params: { workflowid } }),
      user.call(contactOperations.getWorkflowFlow, { params: { workflowid } }),
      user.call(operations.getWorkflowLineChart, { query: { workflowid, daterange: 'last30days' } }),
    ])
    return workflowView(user, { workflow: general.body, flow: flow.body, days: days.body })
  })

  pages.page({ path: '/workflows/:id/contacts', section: SECTION }, async (user, { params, query }) => {
    const workflowid = pathId(params.id)
    const [general, flow, contacts] = await Promise.all([
      user.call(operations.getWorkflowGeneral, { params: { workflowid } }),
      user.call(contactOperations.getWorkflowFlow, { params: { workflowid } }),
      listContacts(user, workflowid, query),
    ])
    const records = { workflow: general.body, flow: flow.body, contacts: contacts.body }
    return workflowContactsView(user, query, { ...records, next: nextCursor(contacts.header('link')) })
  })

  pages.page({ path: '/workflows/:id/contacts/:contact', section: SECTION }, async (user, { params }) => {
    const workflow = { workflowid: pathId(params.id) }
    const ids = { ...workflow, contactid: pathId(params.contact) }
    const [general, runs, contacts] = await Promise.all([
      user.call(operations.getWorkflowGeneral, { params: workflow }),
      user.call(contactOperations.getWorkflowContact, { params: ids }),
      callContacts(user, workflow.workflowid, { Take: 1, Filter: `ContactId eq ${ids.contactid}` }),
    ])
    return contactRunsView(user, general.body, runs.body, contacts.body.Results?.[0]?.Name)
  })

  workflowActions(pages)
}

const listContacts = (user: ConsoleUser, workflowid: number, query: FormValues) => {
  const state = query.get('state')
  const step = query.get('step')
  const after = query.get(AFTER)
  const search = query.get('search')
  return callContacts(user, workflowid, {
    Take: PAGE_SIZE,
    ...(after === undefined ? { Skip: 0 } : { $skiptoken: after }),
    ...(state !== undefined && STATES.has(state) && { State: state }),
    ...(search !== undefined && { Criteria: search }),
    ...(step !== undefined && { Filter: `WorkflowStepId eq ${pathId(step)}` }),
  })
}

/** The contract's type of the query requires parameters that the operation has defaults for. */
const callContacts = (user: ConsoleUser, workflowid: number, query: Record<string, string | number>) =>
  user.call(contactOperations.listWorkflowContacts, { params: { workflowid }, query: query as never })

const workflowActions = (pages: ConsolePages): void => {
  pages.action({ path: '/workflows/:id/retry', back: ({ id }) => `/workflows/${id}` }, async (user, form, { id }) => {
    const step = form.get('step')
    const { body } = await user.call(contactOperations.retryWorkflowContacts, {
      params: { workflowid: pathId(id) },
      body: { WorkflowStepId: step === undefined ? null : pathId(step) },
    })
    return {
      path: `/workflows/${id}`,
      notice: `${countOf(body.Retried, 'contact does', 'contacts do')} the step again.`,
    }
  })

  pages.action(
    {
      path: '/workflows/:id/contacts/:contact/retry',
      back: ({ id, contact }) => `/workflows/${id}/contacts/${contact}`,
    },
    async (user, _form, { id, contact }) => {
      const params = { workflowid: pathId(id), contactid: pathId(contact) }
      await user.call(contactOperations.retryWorkflowContact, { params })
      return { path: `/workflows/${id}/contacts/${contact}`, notice: 'The contact does the step again.' }
    },
  )

  for (const [verb, IsActive, notice] of [
    ['on', true, 'The workflow is on. Overdue steps are done at the next run.'],
    ['off', false, 'The workflow is off. Contacts stay at their steps.'],
  ] as const)
    pages.action(
      { path: `/workflows/:id/${verb}`, back: ({ id }) => `/workflows/${id}` },
      async (user, form, { id }) => {
        const AuditId = Number(form.get('version') ?? 0)
        await user.call(operations.updateWorkflowStatus, {
          params: { workflowid: pathId(id) },
          body: { AuditId, IsActive },
        })
        return { path: `/workflows/${id}`, notice }
      },
    )
}
