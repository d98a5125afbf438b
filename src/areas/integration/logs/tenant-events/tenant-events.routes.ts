import type { FastifyPluginAsync } from 'fastify'
import type { SelectedLogsSummary } from '#contract/integration/logs'
import { operations } from '#contract/integration/logs'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { sendList } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { sendListCsv } from '#services/csv/list-csv'
import { historyList } from '../history/history.listing.ts'
import { listReadableEntities } from '../history/history.model.ts'
import { readHistory } from '../history/history.queries.ts'
import { asksForHistory, parseTenantLogFilter, requireSelection } from './tenant-events.input.ts'
import { eventList, LOG_FILE } from './tenant-events.listing.ts'
import type { Selection } from './tenant-events.queries.ts'
import { getDetails, getSelection, listTypes, readEvents } from './tenant-events.queries.ts'
import { hideEvent, hideEvents } from './tenant-events.service.ts'

const presentSelection = ({ count, oldest, newest }: Selection): SelectedLogsSummary => ({
  Count: count,
  Message: count === 1 ? 'Hide 1 event?' : `Hide ${count} events?`,
  OldestDate: oldest?.toISOString() ?? null,
  NewestDate: newest?.toISOString() ?? null,
})

/** Returns the history that the caller may read, for pages and files alike. */
const changesOf = (scope: Scope, prefix: '/' | 'query:') => ({
  list: historyList(listReadableEntities(scope)),
  read: (listed: Parameters<typeof readHistory>[1]) => readHistory(scope, listed, prefix),
})

const canHide = (scope: Scope): boolean => hasGrant(scope, 'logs:write')

/** Serves the log of the tenant, and the history of its records. */
export const tenantEvents: FastifyPluginAsync = async (app) => {
  serve(app, operations.listTenantEvents, async (request, reply) => {
    const isWriter = canHide(request.scope)
    const read = (listed: Parameters<typeof readEvents>[1]) => readEvents(request.scope, listed, isWriter)
    return sendList(request, reply, eventList(isWriter), {}, { hasNextLink: false, read })
  })

  serve(app, operations.searchTenantEvents, async (request, reply) => {
    const { scope, body } = request
    const input = parseTenantLogFilter(body, todayOf(scope))
    if (asksForHistory(body)) {
      const { list, read } = changesOf(scope, '/')
      return sendList(request, reply, list, input, { hasNextLink: false, read })
    }
    const isWriter = canHide(scope)
    const read = (listed: Parameters<typeof readEvents>[1]) => readEvents(scope, listed, isWriter)
    return sendList(request, reply, eventList(isWriter), input, { hasNextLink: false, read })
  })

  serve(app, operations.downloadTenantEvents, async (request) => {
    const { scope, query } = request
    const input = parseTenantLogFilter(query, todayOf(scope), 'query:')
    if (asksForHistory(query)) {
      const { list, read } = changesOf(scope, 'query:')
      return sendListCsv(request, { ...list, read }, input, LOG_FILE)
    }
    const read = (listed: Parameters<typeof readEvents>[1]) => readEvents(scope, listed, false)
    return sendListCsv(request, { ...eventList(false), read }, input, LOG_FILE)
  })

  serve(app, operations.getTenantEventDetails, async ({ scope, params }) => getDetails(scope, params.rowid))

  serveAction(app, operations.hideTenantEvent, (scope, { params }) => hideEvent(scope, params.rowid))

  serveAction(app, operations.hideSelectedTenantEvents, (scope, { body }) => hideEvents(scope, requireSelection(body)))

  serve(app, operations.loadSelectedTenantEvents, async ({ scope, body }) =>
    presentSelection(await getSelection(scope, requireSelection(body))),
  )

  serve(app, operations.lookupTenantEventTypes, async ({ scope }) =>
    presentChoices((await listTypes(scope)).map((type) => ({ id: type, name: type }))),
  )
}
