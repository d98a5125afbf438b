import type { WorkflowListRow, WorkflowListView } from '#contract/work/workflows'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { link } from '../parts/forms.ts'
import { count } from '../parts/numbers.ts'
import { offsetPager } from '../parts/pages.ts'
import { empty, table } from '../parts/table.ts'

const FIELDS: readonly FilterField[] = [{ name: 'search', label: 'Name', kind: 'text' }]

export const workflowListView = (
  user: ConsoleUser,
  query: FormValues,
  { Results, TotalRecordAvailable }: WorkflowListView,
): View => ({
  title: 'Workflows',
  lead: 'Steps that contacts of a group go through, with the number of contacts in each workflow.',
  content: html`${filterForm(user, '/workflows', FIELDS, query)}${
    Results && Results.length > 0 ? workflowTable(user, Results) : noWorkflows(query)
  }${offsetPager(user, { path: '/workflows', query, total: TotalRecordAvailable, noun: ['workflow', 'workflows'] })}`,
})

const workflowTable = (user: ConsoleUser, rows: readonly WorkflowListRow[]): Html =>
  table({
    caption: 'Workflows',
    rows,
    columns: [
      {
        title: 'Workflow',
        cell: ({ WorkflowId, Name, Lists }) =>
          html`${link(user, `/workflows/${WorkflowId}`, Name ?? `Workflow ${WorkflowId}`)}<span class="sub">${Lists}</span>`,
      },
      { title: 'Status', cell: ({ IsActive }) => badge(IsActive ? 'On' : 'Off', IsActive ? 'good' : 'calm') },
      { title: 'Runs', cell: ({ ScheduleDescription }) => ScheduleDescription },
      { title: 'Active', kind: 'number', cell: ({ ActiveInProgram }) => count(ActiveInProgram) },
      { title: 'Completed', kind: 'number', cell: ({ CompletedProgram }) => count(CompletedProgram) },
      { title: 'Left early', kind: 'number', cell: ({ EarlyOptOuts }) => count(EarlyOptOuts) },
      {
        title: 'Failed',
        kind: 'number',
        cell: ({ Failed, WorkflowId }) =>
          Failed > 0 ? link(user, `/workflows/${WorkflowId}/contacts?state=failed`, count(Failed)) : count(Failed),
      },
    ],
  })

const noWorkflows = (query: FormValues): Html =>
  query.names.length > 0
    ? empty('No workflow matches', 'Search for another name, or clear the filter.')
    : empty('No workflows', 'Create one with POST /api/workflows/0, and give it a group as its source.')
