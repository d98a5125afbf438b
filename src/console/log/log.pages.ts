import { operations } from '#contract/integration/logs'
import type { ConsolePages } from '../frame/console-pages.ts'
import { pathDigits } from '../frame/path-ids.ts'
import { offsetOf, PAGE_SIZE } from '../parts/pages.ts'
import { eventView, logView } from './log.page.ts'

const SECTION = '/log'

type Level = 'Verbose' | 'Debug' | 'Information' | 'Warning' | 'Error' | 'Fatal'
const LEVEL_NAMES: ReadonlySet<string> = new Set(['Verbose', 'Debug', 'Information', 'Warning', 'Error', 'Fatal'])

/** The log of the organization: what other systems reported, and what failed. */
export const logPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const level = query.get('level')
    const [events, types] = await Promise.all([
      user.call(operations.searchTenantEvents, {
        body: {
          Take: String(PAGE_SIZE),
          Skip: String(offsetOf(query)),
          DateRange: query.get('range') ?? null,
          MinimumLevel: level !== undefined && LEVEL_NAMES.has(level) ? (level as Level) : null,
          LogType: query.get('type') ?? null,
          Criteria: query.get('search') ?? null,
        },
      }),
      user.call(operations.lookupTenantEventTypes),
    ])
    return logView(user, query, events.body, types.body)
  })

  pages.page({ path: '/log/:id', section: SECTION }, async (user, { params }) => {
    const rowid = pathDigits(params.id)
    const [events, details] = await Promise.all([
      user.call(operations.searchTenantEvents, { body: { Take: '1', Filter: `RowId eq ${rowid}` } }),
      user.call(operations.getTenantEventDetails, { params: { rowid } }),
    ])
    return eventView(user, events.body.Results?.[0], details.body)
  })

  pages.action({ path: '/log/:id/hide', back: ({ id }) => `/log/${id}` }, async (user, _form, { id }) => {
    await user.call(operations.hideTenantEvent, { params: { rowid: pathDigits(id) } })
    return { path: SECTION, notice: 'The event is hidden. The change history contains who hid it.' }
  })
}
