import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/calendars'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { getItemList, readItem } from './items.queries.ts'
import { cancelItem, deleteItem, saveItem } from './items.service.ts'

/** The items of calendars. */
export const calendarItems: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCalendarItems, async (request, reply) => {
    const { scope, params, query } = request
    return sendList(request, reply, await getItemList(scope, params.calendarid), parseNamedListQuery(query))
  })

  serve(app, operations.getCalendarItem, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readItem(scope, params.calendarid, params.calendaritemid)),
  )

  serve(app, operations.saveCalendarItem, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveItem(scope, params.calendarid, params.calendaritemid, body, expected))
  })

  serve(app, operations.cancelCalendarItem, async (request, reply) => {
    const { scope, params } = request
    return sendVersionedRow(
      reply,
      await cancelItem(scope, params.calendarid, params.calendaritemid, expectedIfMatch(request)),
    )
  })

  serve(app, operations.deleteCalendarItem, async (request) => {
    const { scope, params } = request
    await deleteItem(scope, params.calendarid, params.calendaritemid, expectedIfMatch(request))
    return {}
  })
}
