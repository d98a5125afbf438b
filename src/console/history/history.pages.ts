import { operations } from '#contract/integration/logs'
import type { FormValues } from '#services/pages/form-values'
import type { ConsolePages } from '../frame/console-pages.ts'
import { pathDigits } from '../frame/path-ids.ts'
import { allOf, quoted } from '../parts/filters.ts'
import { offsetOf, PAGE_SIZE } from '../parts/pages.ts'
import { changeView, historyView } from './history.page.ts'

const SECTION = '/history'
const CHANGE = 'Change'

/** The range of a search that states none: a search of the whole history would read all of it. */
const DEFAULT_RANGE = 'last30days'

/** The history: who changed what, and when. */
export const historyPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const filter = filterOf(query)
    const hasRecord = query.get('kind') !== undefined && query.get('record') !== undefined
    const { body } = await user.call(operations.searchTenantEvents, {
      body: {
        LogType: CHANGE,
        Take: String(PAGE_SIZE),
        Skip: String(offsetOf(query)),
        DateRange: query.get('range') ?? (hasRecord ? null : DEFAULT_RANGE),
        Criteria: query.get('search') ?? null,
        Filter: filter ?? null,
      },
    })
    return historyView(user, query, body)
  })

  pages.page({ path: '/history/:id', section: SECTION }, async (user, { params }) => {
    const rowid = pathDigits(params.id)
    const [changes, details] = await Promise.all([
      user.call(operations.searchTenantEvents, { body: { LogType: CHANGE, Take: '1', Filter: `RowId eq ${rowid}` } }),
      user.call(operations.getTenantEventDetails, { params: { rowid } }),
    ])
    return changeView(user, changes.body.Results?.[0], details.body)
  })
}

const filterOf = (query: FormValues): string | undefined => {
  const who = query.get('who')
  const kind = query.get('kind')
  const record = query.get('record')
  const action = query.get('action')
  return allOf([
    kind !== undefined && `EntityPrimaryType eq ${quoted(kind)}`,
    record !== undefined && `EntityPrimaryKey eq ${quoted(record)}`,
    action !== undefined && `Tags eq ${quoted(action)}`,
    who !== undefined && `(Source eq ${quoted(who)} or contains(SourceName, ${quoted(who)}))`,
  ])
}
