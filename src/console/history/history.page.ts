import type { LogDetail, TenantLogListView, TenantLogRow } from '#contract/integration/logs'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { notThere } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { statusBadge, type Tone } from '../parts/badge.ts'
import { facts, panel } from '../parts/facts.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { link, linkButton } from '../parts/forms.ts'
import { offsetPager } from '../parts/pages.ts'
import { RANGE_CHOICES } from '../parts/ranges.ts'
import { recordLink, recordName } from '../parts/records.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'
import { changedFields } from './changed-fields.ts'

const FIELDS: readonly FilterField[] = [
  { name: 'who', label: 'Who', kind: 'text' },
  { name: 'kind', label: 'Kind of record', kind: 'text' },
  { name: 'record', label: 'Record number', kind: 'text' },
  {
    name: 'action',
    label: 'Change',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ['created', 'Created'],
      ['updated', 'Updated'],
      ['deleted', 'Deleted'],
    ],
  },
  { name: 'range', label: 'Time', kind: 'choice', choices: [['', 'Last 30 days'], ...RANGE_CHOICES.slice(1)] },
  { name: 'search', label: 'Text', kind: 'text' },
]

export const historyView = (
  user: ConsoleUser,
  query: FormValues,
  { Results, TotalRecordAvailable }: TenantLogListView,
): View => ({
  title: 'Change history',
  lead: 'Who changed which record, and when. It contains the records that your role may read.',
  content: html`${filterForm(user, '/history', FIELDS, query)}${
    Results && Results.length > 0
      ? changeTable(user, Results)
      : query.names.length > 0
        ? empty(
            'No change matches',
            'Choose another time, or clear the filters. With a kind and a number, the whole history of a record is searched.',
          )
        : empty('No changes in the last 30 days', 'Changes of records appear here. Choose another time for older ones.')
  }${offsetPager(user, { path: '/history', query, total: TotalRecordAvailable, noun: ['change', 'changes'] })}`,
})

const ACTIONS: ReadonlyMap<string, readonly [string, Tone]> = new Map([
  ['created', ['Created', 'good']],
  ['updated', ['Updated', 'calm']],
  ['deleted', ['Deleted', 'bad']],
])

const actionBadge = (action: string | null): Html => statusBadge(ACTIONS, action ?? 'changed')

/** The name of the user, or of the key or job that made a change. */
const actor = ({ SourceName, Source }: TenantLogRow): Html =>
  SourceName === null ? html`${Source}` : html`${SourceName}<span class="sub">${Source}</span>`

const changeTable = (user: ConsoleUser, rows: readonly TenantLogRow[]): Html =>
  table({
    caption: 'Changes',
    rows,
    columns: [
      {
        title: 'Record',
        cell: ({ RowId, EntityPrimaryType, EntityPrimaryKey }) =>
          link(user, `/history/${RowId}`, recordName(EntityPrimaryType, EntityPrimaryKey)),
      },
      { title: 'Change', cell: ({ Tags }) => actionBadge(Tags) },
      { title: 'Who', cell: actor },
      { title: 'Time', cell: ({ CreatedDate }) => time(CreatedDate, user) },
    ],
  })

/** @throws Refused with 404 without the change. */
export const changeView = (user: ConsoleUser, change: TenantLogRow | undefined, { DeepDetails }: LogDetail): View => {
  if (!change) throw notThere()
  const { EntityPrimaryType: kind, EntityPrimaryKey: key } = change
  const search = new URLSearchParams({ kind: kind ?? '', record: key ?? '' })
  return {
    title: recordName(kind, key),
    crumbs: [{ name: 'Change history', path: '/history' }],
    actions: html`${linkButton(user, `/history?${search}`, 'History of this record')}${recordLink(user, kind, key)}`,
    content: html`${panel(
      'Change',
      facts([
        ['Change', actionBadge(change.Tags)],
        ['Who', actor(change)],
        ['Time', time(change.CreatedDate, user)],
        ['Summary', change.Message],
      ]),
    )}${panel('Fields', fieldTable(DeepDetails))}`,
  }
}

const fieldTable = (details: string | null): Html => {
  const fields = details === null ? [] : changedFields(details)
  if (fields.length === 0) return empty('No fields', 'The change has no recorded fields.')
  return table({
    caption: 'Changed fields',
    rows: fields,
    columns: [
      { title: 'Field', cell: ({ name }) => name },
      { title: 'Before', cell: ({ before }) => before !== undefined && html`<code>${before}</code>` },
      { title: 'After', cell: ({ after }) => after !== undefined && html`<code>${after}</code>` },
    ],
  })
}
