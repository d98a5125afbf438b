import type { WorkflowContactItem, WorkflowContactListView, WorkflowFlow } from '#contract/work/workflow-contacts'
import type { WorkflowGeneral } from '#contract/work/workflows'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { statusBadge, type Tone } from '../parts/badge.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { actionForm, link } from '../parts/forms.ts'
import { pager } from '../parts/pages.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'

export interface WorkflowContactRecords {
  workflow: WorkflowGeneral
  flow: WorkflowFlow
  contacts: WorkflowContactListView
  next: string | undefined
}

/** The states of runs, with their words. */
export const RUN_STATES: ReadonlyMap<string, readonly [string, Tone]> = new Map([
  ['active', ['Active', 'good']],
  ['completed', ['Completed', 'calm']],
  ['optedout', ['Left early', 'warn']],
  ['removed', ['Removed', 'warn']],
  ['failed', ['Failed', 'bad']],
])

/** The contacts of a workflow, of all steps or of one. */
export const workflowContactsView = (user: ConsoleUser, query: FormValues, records: WorkflowContactRecords): View => {
  const { workflow, flow, contacts, next } = records
  const path = `/workflows/${workflow.WorkflowId}/contacts`
  const step = flow.Steps.find(({ WorkflowStepId }) => String(WorkflowStepId) === query.get('step'))
  const rows = contacts.Results ?? []
  return {
    title: step ? `Contacts at: ${step.Description}` : 'Contacts',
    crumbs: [
      { name: 'Workflows', path: '/workflows' },
      { name: workflow.Name ?? `Workflow ${workflow.WorkflowId}`, path: `/workflows/${workflow.WorkflowId}` },
    ],
    ...(step &&
      step.FailedCount > 0 &&
      user.can('workflows:write') && { actions: retryStep(user, workflow, step.WorkflowStepId) }),
    content: html`${filterForm(user, path, fieldsOf(flow), query)}${
      rows.length > 0 ? contactTable(user, workflow, flow, rows) : noContacts(query)
    }${pager(user, { path, query, total: contacts.TotalRecordAvailable, next, noun: ['contact', 'contacts'] })}`,
  }
}

const retryStep = (user: ConsoleUser, { WorkflowId }: WorkflowGeneral, stepId: number): Html =>
  actionForm(user, {
    path: `/workflows/${WorkflowId}/retry`,
    label: 'Retry those that failed here',
    fields: hidden('step', String(stepId)),
  })

const fieldsOf = ({ Steps }: WorkflowFlow): FilterField[] => [
  { name: 'search', label: 'Contact', kind: 'text' },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ['active', 'Active'],
      ['failed', 'Failed'],
      ['completed', 'Completed'],
      ['leftearly', 'Left early'],
    ],
  },
  {
    name: 'step',
    label: 'Step',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ...Steps.map(({ WorkflowStepId, Description }) => [String(WorkflowStepId), Description.slice(0, 60)] as const),
    ],
  },
]

const contactTable = (
  user: ConsoleUser,
  { WorkflowId }: WorkflowGeneral,
  { Steps }: WorkflowFlow,
  rows: readonly WorkflowContactItem[],
): Html =>
  table({
    caption: 'Contacts of the workflow',
    rows,
    columns: [
      {
        title: 'Contact',
        cell: ({ ContactId, Name, EmailAddress }) =>
          html`${link(user, `/workflows/${WorkflowId}/contacts/${ContactId}`, Name ?? `Contact ${ContactId}`)}<span class="sub">${EmailAddress}</span>`,
      },
      {
        title: 'State',
        cell: ({ State, EndReason }) =>
          html`${statusBadge(RUN_STATES, State)}${EndReason !== null && html`<span class="sub">${EndReason}</span>`}`,
      },
      {
        title: 'Step',
        cell: (row) => Steps.find(({ WorkflowStepId }) => WorkflowStepId === row.WorkflowStepId)?.Description,
      },
      { title: 'Entered', cell: ({ EnteredDate }) => time(EnteredDate, user) },
      { title: 'Ended', cell: ({ EndedDate }) => time(EndedDate, user) },
    ],
  })

const noContacts = (query: FormValues): Html =>
  query.names.length > 0
    ? empty('No contact matches', 'Choose another step or state, or clear the filters.')
    : empty('No contacts yet', 'Members of the sources enter when the workflow is switched on.')
