import type { LogDetail, TenantLogListView, TenantLogRow } from '#contract/integration/logs'
import type { TextLookupChoice } from '#contract/shared'
import type { FormValues } from '#services/pages/form-values'
import { html } from '#services/pages/html'
import { notThere } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { statusBadge } from '../parts/badge.ts'
import { facts, panel } from '../parts/facts.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { actionForm } from '../parts/forms.ts'
import { offsetPager } from '../parts/pages.ts'
import { RANGE_CHOICES } from '../parts/ranges.ts'
import { historyLink, recordLink, recordName } from '../parts/records.ts'
import { empty } from '../parts/table.ts'
import { time } from '../parts/times.ts'
import { eventTable, LEVELS } from './event-table.ts'

const fieldsOf = (types: readonly TextLookupChoice[]): FilterField[] => [
  { name: 'search', label: 'Words', kind: 'text' },
  {
    name: 'level',
    label: 'Severity',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ['Warning', 'Warnings and errors'],
      ['Error', 'Errors'],
    ],
  },
  {
    name: 'type',
    label: 'Kind',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ...types.flatMap(({ Id, Name }) => (Id && Id !== 'Change' ? [[Id, Name ?? Id] as const] : [])),
    ],
  },
  { name: 'range', label: 'Time', kind: 'choice', choices: RANGE_CHOICES },
]

/** @param types the kinds of events that exist. */
export const logView = (
  user: ConsoleUser,
  query: FormValues,
  { Results, TotalRecordAvailable, ModelItems }: TenantLogListView,
  types: readonly TextLookupChoice[],
): View => ({
  title: 'Log',
  lead: 'What other systems reported, and what the server could not do.',
  content: html`${filterForm(user, '/log', fieldsOf(types), query)}${
    Results && Results.length > 0
      ? eventTable(user, 'Events', Results)
      : query.names.length > 0
        ? empty('No event matches', 'Choose another time or severity, or clear the filters.')
        : empty('No events', 'Failures of background work and events of other systems appear here.')
  }${offsetPager(user, {
    path: '/log',
    query,
    total: TotalRecordAvailable,
    noun: ['event', 'events'],
    isMinimum: JSON.stringify(ModelItems)?.includes('TotalIsMinimum') ?? false,
  })}`,
})

/** What the event is about, with the pages that show it. */
const record = (user: ConsoleUser, { EntityPrimaryType: kind, EntityPrimaryKey: key }: TenantLogRow) => {
  if (kind === null) return undefined
  const links = [recordLink(user, kind, key), historyLink(user, kind, key)].filter((one) => one !== undefined)
  return html`${recordName(kind, key)}${links.map((one) => html`<span class="sub">${one}</span>`)}`
}

/** @throws Refused with 404 without the event. */
export const eventView = (user: ConsoleUser, event: TenantLogRow | undefined, { DeepDetails }: LogDetail): View => {
  if (!event) throw notThere()
  return {
    title: event.LogType ?? 'Event',
    crumbs: [{ name: 'Log', path: '/log' }],
    ...(event.Actions?.includes('hide') && {
      actions: actionForm(user, { path: `/log/${event.RowId}/hide`, label: 'Hide this event' }),
    }),
    content: html`<p class="lead">${event.Message}</p>${panel(
      'Event',
      facts([
        ['Severity', statusBadge(LEVELS, event.Level ?? '')],
        ['Time', time(event.CreatedDate, user)],
        ['Record', record(user, event)],
        ['Source', event.Source],
        ['System', event.SourceType],
        ['Destination', event.Destination],
        ['Tags', event.Tags],
      ]),
    )}${DeepDetails !== null && panel('Details', html`<pre tabindex="0">${DeepDetails}</pre>`)}`,
  }
}
