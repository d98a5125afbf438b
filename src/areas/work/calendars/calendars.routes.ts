import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AdvancedFilterBaseInput } from '#contract/shared'
import { type CalendarEdit, operations } from '#contract/work/calendars'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { presentCalendar } from './calendar-edit.ts'
import { presentChapterChoice, presentChoice } from './calendars.presenter.ts'
import {
  getCalendar,
  listActiveCalendars,
  listCalendarsForChapter,
  mayChangeCalendars,
  pageOfCalendars,
  readCalendarRow,
} from './calendars.queries.ts'
import { deleteCalendar, resetFeed, saveCalendar } from './save-calendar.service.ts'

/** The shape of `options`, as the contract names it. */
const FILTER = { $ref: 'AdvancedFilterBase#' }

/** Calendars and their publishing. */
export const calendars: FastifyPluginAsync = async (app) => {
  const { feedAddresses } = app

  const present = (request: FastifyRequest, calendar: Parameters<typeof presentCalendar>[0]): CalendarEdit => {
    const { feedSealed } = calendar
    const { host, origin, open } = feedAddresses
    const mayKnow = feedSealed !== null && mayChangeCalendars(request.scope)
    const address = mayKnow ? `${origin(request)}/api/public/calendars/${open(feedSealed)}.ics` : null
    return presentCalendar(calendar, { address, host })
  }

  serve(app, operations.getCalendar, async (request, reply) => {
    const calendar = await getCalendar(request.scope, request.params.calendarid)
    sendVersion(reply, calendar.auditId)
    return present(request, calendar)
  })

  serve(app, operations.saveCalendar, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { id, auditId } = await saveCalendar(scope, params.calendarid, body, expected, feedAddresses)
    sendVersion(reply, auditId)
    return new JsonText(await readCalendarRow(scope, id))
  })

  serve(app, operations.deleteCalendar, async (request) => {
    const { calendarid, auditid } = request.params
    await deleteCalendar(request.scope, calendarid, expectedVersion(request, auditid))
    return {}
  })

  serve(app, operations.resetCalendarFeed, async (request, reply) => {
    const { scope, params } = request
    const calendar = await resetFeed(scope, params.calendarid, expectedIfMatch(request), feedAddresses)
    sendVersion(reply, calendar.auditId)
    return present(request, calendar)
  })

  serve(app, operations.listCalendars, async (request) => {
    const filter = parseOptions<AdvancedFilterBaseInput>(request, request.query.options, FILTER)
    return new JsonText(await pageOfCalendars(request.scope, parseListFields(filter, 'query:options/')))
  })

  serve(app, operations.lookupCalendars, async ({ scope }) => (await listActiveCalendars(scope)).map(presentChoice))

  serve(app, operations.lookupChapterCalendars, async ({ scope, params }) =>
    (await listCalendarsForChapter(scope, params.chapterid)).map(presentChapterChoice),
  )
}
