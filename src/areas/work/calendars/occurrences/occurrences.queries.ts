import type { Temporal } from 'temporal-polyfill'
import type { CalendarOccurrence } from '#contract/work/calendars'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { inThread } from '#kernel/threads/thread'
import { toDate } from '#kernel/time/local-time'
import { FIND_OCCURRENCES } from '../calendars.model.ts'
import { requireCalendar } from '../calendars.queries.ts'
import { itemIdsSql, seriesSql } from './occurrences.sql.ts'

const MAX_OCCURRENCES = 1000
/** Items whose rules the thread evaluates in one task, so that it can perform the tasks of others in between. */
const ITEMS_AT_ONCE = 100

/**
 * Lists the occurrences of all items of a calendar that overlap a span, ordered by start. Reads two days more on both
 * sides, because the tenant's time zone may have changed since an item was saved, and changed occurrences are stored as
 * local times.
 *
 * @throws 404, 422 too-many.
 */
export const listOccurrences = async (
  scope: Scope,
  calendarId: number,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<CalendarOccurrence[]> => {
  await requireCalendar(scope, calendarId)
  const { db, tenant } = scope
  const span = { after: toDate(from.subtract({ hours: 48 })), before: toDate(to.add({ hours: 48 })) }
  const ids = (await db.rows<{ id: number }>(itemIdsSql({ tenantId: db.tenantId, calendarId }, span))).map(
    ({ id }) => id,
  )
  const found: CalendarOccurrence[] = []
  for (let at = 0; at < ids.length; at += ITEMS_AT_ONCE) {
    const series = await readText(scope, ids.slice(at, at + ITEMS_AT_ONCE), span)
    const input = { series, timeZone: tenant.timeZone, from: from.toString(), to: to.toString(), max: MAX_OCCURRENCES }
    found.push(...(await inThread(scope, FIND_OCCURRENCES, input)))
    if (found.length > MAX_OCCURRENCES)
      throw ruleRefused('too-many', `The span has more than ${MAX_OCCURRENCES} occurrences. Request a shorter span.`)
  }
  return found.sort(byStart)
}

/**
 * Compares occurrences by their start. Instants are written with the same number of digits, so their texts are in the
 * order of time.
 */
const byStart = (a: CalendarOccurrence, b: CalendarOccurrence): number =>
  compareText(a.StartsAt ?? '', b.StartsAt ?? '') || a.CalendarItemId - b.CalendarItemId

const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b)

const readText = async ({ db }: Scope, ids: number[], span: Parameters<typeof seriesSql>[2]): Promise<string> => {
  const [row] = await db.rows<{ text: string }>(seriesSql(db.tenantId, ids, span))
  return row?.text ?? '[]'
}
