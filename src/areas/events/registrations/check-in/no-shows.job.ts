import { listEndedEvents } from '#areas/events/events/events.queries'
import type { DaySpan, NewDayWork } from '#kernel/jobs/tenant-days'
import { lockRows } from '#kernel/records/lock'
import { recordChanges } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { describeRegistrationChange } from '../registration-changes.service.ts'
import { EXPECTED_AT_EVENT, NO_SHOW } from '../registration-statuses.listing.ts'
import { registrationEvents } from '../registrations.events.ts'
import { registrationKind } from '../registrations.queries.ts'

/** Registrations of one transaction, which locks the event. */
const BATCH = 200

/** Marks those that were not checked in as no-shows, on the day after the end of events whose setting says so. */
export const noShowDays: NewDayWork = { name: 'event-no-shows', run: (scope, span) => markNoShows(scope, span) }

const markNoShows = async (scope: Scope, span: DaySpan): Promise<void> => {
  for (const { id } of await listEndedEvents(scope, span, { marksNoShows: true }))
    while ((await markBatch(scope, id)) === BATCH);
}

/** Returns how many it has marked. A repeated run finds those that are left. */
const markBatch = (scope: Scope, eventId: number): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockRows(scope, tx, { table: 'event' }, [eventId], 'no key update')
    const where = { tenantId, eventId, statusId: { in: [...EXPECTED_AT_EVENT] } }
    const found = await tx.eventRegistration.findMany({
      where,
      select: { id: true },
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    const ids = await lockRows(
      scope,
      tx,
      registrationKind,
      found.map(({ id }) => id),
      'no key update',
    )
    const marked = await tx.eventRegistration.updateManyAndReturn({
      where: { ...where, id: { in: ids } },
      data: { statusId: NO_SHOW, ...NEXT_VERSION },
    })
    const changes = marked.map((row) => describeRegistrationChange(row, 'updated', registrationEvents.missed))
    await recordChanges(scope, tx, changes)
    return found.length
  })
