import type { FastifyPluginAsync } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import { operations } from '#contract/work/calendars'
import { badInput } from '#kernel/errors/problem'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { momentOf, wallClockAt } from '#kernel/time/local-time'
import { presentOccurrence } from './items.presenter.ts'
import { getItemList, occurrencesOf, readItem } from './items.queries.ts'
import { cancelItem, deleteItem, saveItem } from './items.service.ts'
import { removeOverride, saveOverride } from './overrides.service.ts'
import { inOurAge, readDay, readInstant } from './wall-clock.ts'

/** What stands in calendars. */
export const calendarItems: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCalendarItems, async (request, reply) => {
    const { scope, params, query } = request
    const list = await getItemList(scope, params.calendarid)
    return sendList(request, reply, list, parseNamedListQuery(query))
  })

  serve(app, operations.listCalendarOccurrences, async ({ scope, params, query }) => {
    const { from, to } = readSpan(query.From, query.To, scope.tenant.timeZone)
    return (await occurrencesOf(scope, params.calendarid, from, to)).map(presentOccurrence)
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

  serve(app, operations.saveCalendarOccurrence, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const item = await saveOverride(scope, params.calendarid, params.calendaritemid, params.start, body, expected)
    sendVersion(reply, item.auditId)
    return new JsonText(item.text)
  })

  serve(app, operations.resetCalendarOccurrence, async (request, reply) => {
    const { scope, params } = request
    const expected = expectedIfMatch(request)
    const item = await removeOverride(scope, params.calendarid, params.calendaritemid, params.start, expected)
    sendVersion(reply, item.auditId)
    return new JsonText(item.text)
  })

  serve(app, operations.deleteCalendarItem, async (request) => {
    const { scope, params } = request
    await deleteItem(scope, params.calendarid, params.calendaritemid, expectedIfMatch(request))
    return {}
  })
}

const MOST_DAYS = 366

const readSpan = (From: string, To: string, timeZone: string): { from: Temporal.Instant; to: Temporal.Instant } => {
  const from = readEdge(From, 'query:From', timeZone, 0)
  const to = readEdge(To, 'query:To', timeZone, 1)
  if (Temporal.Instant.compare(from, to) >= 0) throw badInput('query:To', 'must lie after From')
  // An hour more: a year of whole days may hold a change of clocks.
  if (from.until(to).total('hours') > MOST_DAYS * 24 + 1)
    throw badInput('query:To', `must lie within ${MOST_DAYS} days of From`)
  return { from, to }
}

/** @param days to add where a whole day is named: the end of a span includes its day. */
const readEdge = (text: string, pointer: string, timeZone: string, days: number): Temporal.Instant => {
  const day = readDay(text.trim())
  const instant = day ? momentOf(day.add({ days }).toPlainDateTime(), timeZone) : readInstant(text.trim())
  if (!instant) throw badInput(pointer, 'must be a day, 2026-11-24, or an instant, 2026-11-24T18:30:00Z')
  inOurAge(day ?? wallClockAt(instant, 'UTC'), pointer)
  return instant
}
