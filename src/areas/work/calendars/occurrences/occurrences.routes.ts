import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/calendars'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { deleteOverride, saveOverride } from '../overrides/overrides.service.ts'
import { parseSpan } from './occurrences.input.ts'
import { listOccurrences } from './occurrences.queries.ts'

/** Serves the occurrences of items, and changes of single ones. */
export const calendarOccurrences: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCalendarOccurrences, async ({ scope, params, query }) => {
    const { from, to } = parseSpan(query.From, query.To, scope.tenant.timeZone)
    return listOccurrences(scope, params.calendarid, from, to)
  })

  serve(app, operations.saveCalendarOccurrence, async (request, reply) => {
    const { scope, params, body } = request
    const { calendarid: calendarId, calendaritemid: itemId, start } = params
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveOverride(scope, { calendarId, itemId, start }, body, expected))
  })

  serve(app, operations.resetCalendarOccurrence, async (request, reply) => {
    const { scope, params } = request
    const { calendarid: calendarId, calendaritemid: itemId, start } = params
    return sendVersionedRow(reply, await deleteOverride(scope, { calendarId, itemId, start }, expectedIfMatch(request)))
  })
}
