import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { kinds } from '#kernel/outbox/event-kind'
import { idIn } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import { calendarEvents } from './calendars.events.ts'
import { calendarFeeds } from './calendars.model.ts'
import { readCalendarRecord } from './calendars.queries.ts'
import { calendars } from './calendars.routes.ts'
import { readItem } from './items/items.queries.ts'
import { readSubmission } from './submissions/submissions.queries.ts'

const calendarUses: readonly RecordUse[] = [
  {
    of: 'group',
    user: 'calendar limited to it',
    users: 'calendars limited to it',
    scope: 'calendars:read',
    remedy: 'Limit the calendar to another group first.',
    rows: (tenantId) => Prisma.sql`SELECT k.group_id AS used_id, k.id, k.name
      FROM calendar k WHERE k.tenant_id = ${tenantId}::integer`,
  },
]

export const calendarsArea: Area = {
  routes: [calendars],
  events: kinds('calendars', {
    [calendarEvents.created]: 'Calendar created',
    [calendarEvents.updated]: 'Calendar updated',
    [calendarEvents.deleted]: 'Calendar deleted',
    [calendarEvents.itemCreated]: 'Calendar item created',
    [calendarEvents.itemUpdated]: 'Calendar item updated',
    [calendarEvents.itemDeleted]: 'Calendar item deleted',
    [calendarEvents.submissionCreated]: 'Calendar item proposed',
    [calendarEvents.submissionUpdated]: 'Proposed calendar item approved or declined',
    [calendarEvents.submissionDeleted]: 'Proposed calendar item deleted',
  }),
  shapes: {
    calendar: { scope: 'calendars:read', read: readCalendarRecord },
    calendaritem: {
      scope: 'calendars:read',
      read: async (scope, id, event) => (await readItem(scope, idIn(event, 'calendarId'), id)).text,
    },
    calendarsubmission: { scope: 'calendars:read', read: async (scope, id) => (await readSubmission(scope, id)).text },
  },
  uses: calendarUses,
  sealed: [calendarFeeds],
  additions: [
    addTo(
      contactMoves,
      { kind: 'submissions', table: 'calendar_submission', column: 'contact_id', meaning: 'data' },
      { kind: 'submissionsFor', table: 'calendar_submission', column: 'principal_id', meaning: 'data' },
    ),
  ],
}
