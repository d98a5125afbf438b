import type { Import, ImportListView } from '#contract/people/imports'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge, statusBadge, type Tone } from '../parts/badge.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { link, linkButton } from '../parts/forms.ts'
import { count, countOf } from '../parts/numbers.ts'
import { pager } from '../parts/pages.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'

const STATUSES: ReadonlyMap<string, readonly [string, Tone]> = new Map([
  ['Queued', ['Queued', 'calm']],
  ['Running', ['Running', 'good']],
  ['Completed', ['Completed', 'good']],
  ['Failed', ['Failed', 'bad']],
  ['Cancelled', ['Stopped', 'warn']],
])

const FIELDS: readonly FilterField[] = [
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    choices: [['', 'All'], ...[...STATUSES].map(([value, [text]]) => [value, text] as const)],
  },
]

const REFRESH_S = 5

export const isOpen = ({ Status }: Import): boolean => Status === 'Queued' || Status === 'Running'

/** How far an import is. An element of its own shows it as a bar, also to screen readers. */
export const progress = ({ Percent, FileName }: Import): Html =>
  html`<progress max="100" value="${Percent}" aria-label="Progress of ${FileName}">${Percent} %</progress> ${Percent} %`

export const importStatus = (one: Import): Html =>
  html`${statusBadge(STATUSES, one.Status)}${one.IsDryRun && html` ${badge('Dry run', 'calm')}`}${
    isOpen(one) && html`<span class="sub">${progress(one)}</span>`
  }`

/** Says what is doubtful about a file. */
export const warningNotes = (warnings: Import['Warnings']): Html =>
  html`${warnings.map(
    (one) =>
      html`<p class="notice">${badge('Warning', 'warn')} ${one.Message}${one.Kind !== 'Encoding' && one.Kind !== 'Preview' && rowsOf(one)}</p>`,
  )}`

const rowsOf = ({ Count, Lines }: Import['Warnings'][number]): Html =>
  html` <span class="soft">(${countOf(Count, 'row')}: ${Lines.length === 1 ? 'line' : 'lines'} ${Lines.join(', ')}${Count > Lines.length && ' …'})</span>`

export const importListView = (
  user: ConsoleUser,
  query: FormValues,
  { Results, TotalRecordAvailable }: ImportListView,
  { next, canStart }: { next: string | undefined; canStart: boolean },
): View => ({
  title: 'Imports',
  ...(canStart && { actions: linkButton(user, '/imports/new', 'Import a file') }),
  lead: 'Files of contacts, groups and memberships that were imported.',
  ...(Results.some(isOpen) && { refreshSeconds: REFRESH_S }),
  content: html`${filterForm(user, '/imports', FIELDS, query)}${
    Results.length > 0
      ? importTable(user, Results)
      : query.names.length > 0
        ? empty('No import matches', 'Choose another status.')
        : empty(
            'No imports',
            canStart
              ? 'Import a file with the button above.'
              : 'Files that were imported appear here. Your role does not allow you to import one.',
          )
  }${pager(user, { path: '/imports', query, total: TotalRecordAvailable, next, noun: ['import', 'imports'] })}`,
})

const importTable = (user: ConsoleUser, rows: readonly Import[]): Html =>
  table({
    caption: 'Imports',
    rows,
    columns: [
      {
        title: 'File',
        cell: ({ ImportId, FileName, Preset }) =>
          html`${link(user, `/imports/${ImportId}`, FileName)}<span class="sub">${Preset !== 'None' && Preset}</span>`,
      },
      { title: 'Status', cell: importStatus },
      { title: 'Created', kind: 'number', cell: ({ Created }) => count(Created) },
      { title: 'Updated', kind: 'number', cell: ({ Updated }) => count(Updated) },
      { title: 'Refused', kind: 'number', cell: ({ Refused }) => count(Refused) },
      { title: 'Requested', cell: ({ CreatedDate }) => time(CreatedDate, user) },
    ],
  })
