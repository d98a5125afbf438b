import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/calendars'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { getItemList, readItem } from './items.queries.ts'
import { cancelItem, deleteItem, saveItem } from './items.service.ts'

/** The items of calendars. */
export const calendarItems: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCalendarItems, async (request, reply) => {
    const { scope, params, query } = request
    return sendList(request, reply, await getItemList(scope, params.calendarid), parseNamedListQuery(query))
  })

  serve(app, operations.getCalendarItem, async ({ scope, params }, reply) => {
    const item = await readItem(scope, params.calendarid, params.calendaritemid)
    sendVersion(reply, item.auditId)
    return new JsonText(item.text)
  })

  serve(app, operations.saveCalendarItem, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const item = await saveItem(scope, params.calendarid, params.calendaritemid, body, expected)
    sendVersion(reply, item.auditId)
    return new JsonText(item.text)
  })

  serve(app, operations.cancelCalendarItem, async (request, reply) => {
    const { scope, params } = request
    const item = await cancelItem(scope, params.calendarid, params.calendaritemid, expectedIfMatch(request))
    sendVersion(reply, item.auditId)
    return new JsonText(item.text)
  })

  serve(app, operations.deleteCalendarItem, async (request) => {
    const { scope, params } = request
    await deleteItem(scope, params.calendarid, params.calendaritemid, expectedIfMatch(request))
    return {}
  })
}
