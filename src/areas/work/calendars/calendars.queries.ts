import { notFound } from '#kernel/errors/problem'
import { readPage } from '#kernel/listing/page'
import { type ListInput, parseListRequest } from '#kernel/listing/request'
import { holds, type Scope } from '#kernel/tenancy/scope'
import { type Calendar, Prisma } from '#prisma/client'
import { calendarColumns, calendarListing } from './calendars.listing.ts'

/** Whether the caller may change calendars, and so know the addresses of their feeds. */
export const mayChangeCalendars = (scope: Pick<Scope, 'grants' | 'chapters'>): boolean =>
  holds(scope, 'calendars:write') && !scope.chapters

/** One calendar; 404 where there is none. */
export const getCalendar = async ({ db }: Scope, id: number): Promise<Calendar> => {
  const calendar = await db.prisma.calendar.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!calendar) throw notFound('calendar')
  return calendar
}

/** One calendar as a row of the list, as JSON text. */
export const readCalendarRow = async (scope: Scope, id: number): Promise<string> => {
  const [row] = await scope.db.rows<{ json: string }>(Prisma.sql`SELECT row_to_json(x)::text AS json FROM (
    SELECT ${calendarColumns(mayChangeCalendars(scope))} FROM calendar k
    WHERE k.tenant_id = ${scope.db.tenantId}::integer AND k.id = ${id}::integer) x`)
  if (!row) throw notFound('calendar')
  return row.json
}

/** A page of the calendars as a JSON array. */
export const pageOfCalendars = async (scope: Scope, input: ListInput): Promise<string> => {
  const columns = calendarColumns(mayChangeCalendars(scope))
  return (await readPage(scope, calendarListing, parseListRequest(calendarListing, input), columns)).results
}

const byName = (a: Calendar, b: Calendar): number => a.name.localeCompare(b.name, 'en') || a.id - b.id

/** The active ones, by name. */
export const listActiveCalendars = async ({ db }: Scope): Promise<Calendar[]> =>
  (await db.prisma.calendar.findMany({ where: { tenantId: db.tenantId, isActive: true } })).sort(byName)

/** The active ones that a chapter may take: its own first, then those that no chapter has. 404: no such chapter. */
export const listCalendarsForChapter = async ({ db }: Scope, chapterId: number): Promise<Calendar[]> => {
  const { tenantId } = db
  const chapter = await db.prisma.chapter.findFirst({
    where: { tenantId, id: chapterId },
    select: { calendarId: true },
  })
  if (chapterId > 0 && !chapter) throw notFound('chapter')
  const free = { tenantId, isActive: true, OR: [{ chapters: { none: {} } }, { chapters: { some: { id: chapterId } } }] }
  const isOwn = ({ id }: Calendar) => Number(id === chapter?.calendarId)
  return (await db.prisma.calendar.findMany({ where: free })).sort((a, b) => isOwn(b) - isOwn(a) || byName(a, b))
}
