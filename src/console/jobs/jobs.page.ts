import type { JobListView, JobRow } from '#contract/integration/logs'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { statusBadge, type Tone } from '../parts/badge.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { actionForm } from '../parts/forms.ts'
import { pager } from '../parts/pages.ts'
import { recordLink } from '../parts/records.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'

const STATES: ReadonlyMap<string, readonly [string, Tone]> = new Map([
  ['waiting', ['Waiting', 'calm']],
  ['running', ['Running', 'good']],
  ['retrying', ['Will be tried again', 'warn']],
  ['failed', ['Failed', 'bad']],
])

/** The most frequent tasks in words; others have the name of their task. */
const TASKS: ReadonlyMap<string, string> = new Map([
  ['mail.send', 'Send a mail'],
  ['mail.report', 'Report failed mails'],
  ['run_import', 'Import a file'],
])

const sentence = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const FIELDS: readonly FilterField[] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ['failed', 'Failed in all attempts'],
      ['retrying', 'Will be tried again'],
      ['waiting', 'Waiting'],
      ['running', 'Running'],
    ],
  },
  { name: 'number', label: 'Number', kind: 'text' },
]

export const jobsView = (
  user: ConsoleUser,
  query: FormValues,
  { Results, TotalRecordAvailable }: JobListView,
  next: string | undefined,
): View => ({
  title: 'Background jobs',
  lead: 'Work that the server has still to do for your organization, or has given up. A job that succeeds leaves this list.',
  content: html`${filterForm(user, '/jobs', FIELDS, query)}${
    Results && Results.length > 0
      ? jobTable(user, query, Results)
      : query.names.length > 0
        ? empty('No job matches', 'Choose another state.')
        : empty('Nothing to do', 'All background work is done.')
  }${pager(user, { path: '/jobs', query, total: TotalRecordAvailable, next, noun: ['job', 'jobs'] })}`,
})

const jobTable = (user: ConsoleUser, query: FormValues, rows: readonly JobRow[]): Html =>
  table({
    caption: 'Background jobs',
    rows,
    columns: [
      {
        title: 'Job',
        cell: ({ JobId, Task, Name, RecordKind, RecordId }) =>
          html`${TASKS.get(Task) ?? sentence(Name)}<span class="sub">Number ${JobId}</span>${recordLink(user, RecordKind, RecordId)}`,
      },
      {
        title: 'State',
        cell: ({ State, Reason }) =>
          html`${statusBadge(STATES, State)}${Reason !== null && html`<span class="sub">${Reason}</span>`}`,
      },
      { title: 'Attempts', kind: 'number', cell: ({ Attempts, MaxAttempts }) => `${Attempts} of ${MaxAttempts}` },
      { title: 'Added', cell: ({ CreatedDate }) => time(CreatedDate, user) },
      { title: 'Next attempt', cell: ({ State, RunDate }) => (State === 'failed' ? 'None' : time(RunDate, user)) },
      {
        title: 'Actions',
        kind: 'actions',
        cell: ({ JobId, State }) =>
          (State === 'failed' || State === 'retrying') &&
          user.can('logs:write') &&
          actionForm(user, { path: `/jobs/${JobId}/retry`, label: 'Retry', subject: `job ${JobId}`, from: query }),
      },
    ],
  })
