import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/calendars'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { getItemList, readItem } from './items.queries.ts'
import { cancelItem, deleteItem, saveItem } from './items.service.ts'

export const calendarItems: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCalendarItems, async (request, reply) => {
    const { scope, params, query } = request
    return sendList(request, reply, await getItemList(scope, params.calendarid), parseNamedListQuery(query))
  })

  serveRow(app, operations.getCalendarItem, (scope, { params }) =>
    readItem(scope, params.calendarid, params.calendaritemid),
  )

  serveSave(app, operations.saveCalendarItem, (scope, { params, body, expected }) =>
    saveItem(scope, params.calendarid, params.calendaritemid, body, expected),
  )

  serveSave(app, operations.cancelCalendarItem, (scope, { params, expected }) =>
    cancelItem(scope, params.calendarid, params.calendaritemid, expected),
  )

  serveDelete(app, operations.deleteCalendarItem, (scope, { params, expected }) =>
    deleteItem(scope, params.calendarid, params.calendaritemid, expected),
  )
}
