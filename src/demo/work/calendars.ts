import { saveCalendar } from '#areas/work/calendars/calendars.service'
import { saveItem } from '#areas/work/calendars/items/items.service'
import type { CalendarEditInput, CalendarItemInput } from '#contract/work/calendars'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import type { FeedSecrets } from '#services/auth/feed-secrets'
import { annualMeeting } from './project.ts'
import { NEW, withFreeName } from './saving.ts'

/** Creates a public calendar, which is published, and one of the office. Times are in the tenant's time zone. */
export const loadCalendars = async (scope: Scope, secrets: FeedSecrets, today: Day): Promise<void> => {
  const shown = {
    Description: 'Events that are open to everyone.',
    IsPublicViewable: true,
    IsICalPublishingEnabled: true,
  }
  await createCalendar(scope, secrets, { Name: 'Public events', ...shown }, publicItems(today))
  const inner = { Description: 'Meetings and absences of the staff.' }
  await createCalendar(scope, secrets, { Name: 'Office', ...inner }, officeItems(today))
}

const createCalendar = async (
  scope: Scope,
  secrets: FeedSecrets,
  { Name: wanted, ...rest }: CalendarEditInput & { Name: string },
  items: readonly CalendarItemInput[],
): Promise<void> => {
  const { id } = await withFreeName(wanted, (Name) => saveCalendar(scope, 0, { Name, ...rest }, NEW, secrets))
  for (const item of items) await saveItem(scope, id, 0, item, NEW)
}

const MONDAY = 1
const WEDNESDAY = 3
const THURSDAY = 4

/** Returns the first such weekday on or after a day. */
const weekdayFrom = (day: Day, weekday: number): Day =>
  addDays(day, (weekday - new Date(`${day}T00:00:00Z`).getUTCDay() + 7) % 7)

const publicItems = (today: Day): CalendarItemInput[] => {
  const webinar = weekdayFrom(addDays(today, 7), THURSDAY)
  const evening = weekdayFrom(today, WEDNESDAY)
  const meeting = annualMeeting(today)
  return [
    {
      Title: 'Annual meeting',
      Location: 'Harbour Hall',
      IsAllDay: true,
      Start: meeting,
      End: addDays(meeting, 1),
      Description: 'Two days: reports and elections on the first, workshops on the second.',
    },
    {
      Title: 'Webinar: what is new in data protection',
      Url: 'https://events.demo.example/webinar',
      Start: `${webinar}T17:00:00`,
      End: `${webinar}T18:00:00`,
    },
    {
      Title: 'Open evening for new members',
      Location: 'At the office',
      Start: `${evening}T18:30:00`,
      End: `${evening}T20:30:00`,
      RecurrenceRule: 'FREQ=WEEKLY;INTERVAL=4;COUNT=12',
    },
    {
      Title: 'Excursion to the harbour',
      Status: 'tentative',
      IsAllDay: true,
      Start: addDays(meeting, 60),
      End: addDays(meeting, 60),
    },
  ]
}

const officeItems = (today: Day): CalendarItemInput[] => {
  const first = weekdayFrom(addDays(today, -28), MONDAY)
  const closed = addDays(first, 42)
  const interview = weekdayFrom(addDays(today, 1), THURSDAY)
  return [
    {
      Title: 'Staff meeting',
      Location: 'Room 2',
      Start: `${first}T09:30:00`,
      End: `${first}T10:15:00`,
      RecurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
      // One Monday is excluded, as on a holiday.
      ExcludedStarts: [`${closed}T09:30:00`],
    },
    { Title: 'Office closed', IsAllDay: true, Start: closed, End: addDays(closed, 1) },
    {
      Title: 'Meeting of the board',
      Location: 'Room 1',
      Start: `${addDays(today, 4)}T16:00:00`,
      End: `${addDays(today, 4)}T18:00:00`,
    },
    {
      Title: 'Interview with the trade press',
      Status: 'cancelled',
      Start: `${interview}T11:00:00`,
      End: `${interview}T11:30:00`,
    },
  ]
}
