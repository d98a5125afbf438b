import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AdvancedFilterBaseInput } from '#contract/shared'
import type { CalendarChoice } from '#contract/work/calendars'
import { type CalendarEdit, type CalendarListItem, operations } from '#contract/work/calendars'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveDelete } from '#kernel/http/serve-forms'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { readRow, sendRows } from '#kernel/listing/list-rows'
import type { Calendar } from '#prisma/client'
import { calendarList } from './calendars.listing.ts'
import { canEditCalendars, getCalendarRow, listActiveCalendars, listCalendarsForChapter } from './calendars.queries.ts'
import { deleteCalendar, resetFeed, saveCalendar } from './calendars.service.ts'
import { calendarFeed } from './feed/feed.routes.ts'
import { calendarItems } from './items/items.routes.ts'
import { calendarMails } from './mails.routes.ts'
import { calendarOccurrences } from './occurrences/occurrences.routes.ts'
import { publicCalendars } from './public-calendars.routes.ts'
import { calendarSubmissions } from './submissions/submissions.routes.ts'

const presentChapterChoice = ({ id, name, description }: Calendar): CalendarChoice => ({
  Id: id,
  Name: name,
  CalendarDescription: description,
})

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'AdvancedFilterBase#' }

/** Serves calendars, their items and the feeds that publish them. */
export const calendars: FastifyPluginAsync = async (app) => {
  const { feedAddresses } = app

  /** Adds the address of the feed and its host, for callers that can change calendars. */
  const getWithAddress = async (request: FastifyRequest, id: number): Promise<CalendarEdit> => {
    const { calendar, feedSealed } = await getCalendarRow(request.scope, id)
    if (!canEditCalendars(request.scope)) return calendar
    const secret = feedSealed && feedAddresses.open(feedSealed)
    const origin = feedAddresses.origin(request)
    return {
      ...calendar,
      PrimaryDomain: new URL(origin).hostname,
      EntireUrl: secret && `${origin}/api/public/calendars/${secret}.ics`,
    }
  }

  serve(app, operations.getCalendar, async (request, reply) => {
    const calendar = await getWithAddress(request, request.params.calendarid)
    sendVersion(reply, calendar.AuditId)
    return calendar
  })

  serve(app, operations.saveCalendar, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { id, auditId } = await saveCalendar(scope, params.calendarid, body, expected, feedAddresses)
    sendVersion(reply, auditId)
    const row: CalendarListItem = JSON.parse(await readRow(scope.db, scope, calendarList(scope), id, 'calendar'))
    return { ...row, EntireUrl: (await getWithAddress(request, id)).EntireUrl }
  })

  serveDelete(app, operations.deleteCalendar, (scope, { params, expected }) =>
    deleteCalendar(scope, params.calendarid, expected),
  )

  serve(app, operations.resetCalendarFeed, async (request, reply) => {
    const { scope, params } = request
    const { id, auditId } = await resetFeed(scope, params.calendarid, expectedIfMatch(request), feedAddresses)
    sendVersion(reply, auditId)
    return getWithAddress(request, id)
  })

  serve(app, operations.listCalendars, async (request) => {
    const filter = parseOptions<AdvancedFilterBaseInput>(request, request.query.options, FILTER)
    const list = calendarList(request.scope)
    return sendRows(request.scope, list, parseListFields(filter, 'query:options/'))
  })

  serve(app, operations.lookupCalendars, async ({ scope }) =>
    presentChoices((await listActiveCalendars(scope)).map(({ id, name }) => ({ id, name }))),
  )

  serve(app, operations.lookupChapterCalendars, async ({ scope, params }) =>
    (await listCalendarsForChapter(scope, params.chapterid)).map(presentChapterChoice),
  )

  await app.register(calendarItems)
  await app.register(calendarOccurrences)
  await app.register(calendarMails)
  await app.register(calendarSubmissions)
  await app.register(publicCalendars)
  await app.register(calendarFeed)
}
