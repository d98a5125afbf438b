import type { TenantLogRow } from '#contract/integration/logs'
import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import { statusBadge, type Tone } from '../parts/badge.ts'
import { link } from '../parts/forms.ts'
import { recordLink, recordName } from '../parts/records.ts'
import { table } from '../parts/table.ts'
import { time } from '../parts/times.ts'

/** The severities of events, with their words. */
export const LEVELS: ReadonlyMap<string, readonly [string, Tone]> = new Map([
  ['Verbose', ['Verbose', 'calm']],
  ['Debug', ['Debug', 'calm']],
  ['Information', ['Information', 'calm']],
  ['Warning', ['Warning', 'warn']],
  ['Error', ['Error', 'bad']],
  ['Fatal', ['Fatal', 'bad']],
])

/** Events of the log. */
export const eventTable = (user: ConsoleUser, caption: string, rows: readonly TenantLogRow[]): Html =>
  table({
    caption,
    rows,
    columns: [
      { title: 'What happened', cell: ({ RowId, Message }) => link(user, `/log/${RowId}`, Message ?? 'Event') },
      { title: 'Severity', cell: ({ Level }) => statusBadge(LEVELS, Level ?? '') },
      {
        title: 'Kind',
        cell: ({ LogType, EntityPrimaryType, EntityPrimaryKey }) =>
          html`${LogType}${
            EntityPrimaryType !== null &&
            html`<span class="sub">${recordName(EntityPrimaryType, EntityPrimaryKey)}</span>`
          }${recordLink(user, EntityPrimaryType, EntityPrimaryKey)}`,
      },
      { title: 'Time', cell: ({ CreatedDate }) => time(CreatedDate, user) },
    ],
  })
