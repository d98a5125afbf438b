import { ownValue } from '#kernel/lookups/own-value'
import { lockRecordIfPresent } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { wallClockOf } from '#kernel/time/local-time'
import type { CalendarItem, Event } from '#prisma/client'
import type { TextAttachment } from '#services/mail/queue-mail'
import { calendarKind } from '../calendars.queries.ts'
import { writeIcalendarFile } from '../feed/feed.model.ts'
import { toColumn } from '../occurrences/wall-clock.model.ts'
import type { ItemData } from './items.input.ts'
import { createItem, removeItem, updateItem } from './items.service.ts'

/**
 * Makes the calendar show a published event as an item, and a cancelled one as cancelled if it has shown it. The item follows
 * the changes of the event; one in another calendar moves. Locks the calendars.
 *
 * @throws 422 unknown-reference, too-many.
 */
export const showEvent = async (scope: Scope, tx: Transaction, event: Event): Promise<void> => {
  const { tenantId, id: eventId, status, calendarId } = event
  const found = await tx.calendarItem.findFirst({ where: { tenantId, eventId } })
  // People who saw the event in a calendar see there that it is cancelled.
  const isShown = status === 'Published' || (status === 'Cancelled' && found !== null)
  const shownIn = isShown ? calendarId : null
  if (shownIn === null && !found) return
  const calendars = new Set([shownIn, found?.calendarId ?? null].filter((id) => id !== null))
  for (const id of [...calendars].sort((a, b) => a - b))
    if (!(await lockRecordIfPresent(scope, tx, calendarKind, id))) throw unknownReference('/CalendarId', 'calendar')
  // Found again under the lock, which covers the items.
  const item = await tx.calendarItem.findFirst({ where: { tenantId, eventId } })
  if (item && item.calendarId !== shownIn) await removeItem(scope, tx, item)
  if (shownIn === null) return
  const data = dataOf(event)
  if (item?.calendarId === shownIn) return updateShown(scope, tx, item, data)
  const created = await createItem(scope, tx, shownIn, data)
  // Programs that got the event by mail recognize it in a feed.
  const own = { eventId, uid: event.calendarUid }
  await tx.calendarItem.update({ where: { tenantId_id: { tenantId, id: created.id } }, data: own })
}

const updateShown = async (scope: Scope, tx: Transaction, item: CalendarItem, data: ItemData): Promise<void> => {
  const isSame = Object.entries(data).every(
    ([name, value]) => JSON.stringify(ownValue(item, name)) === JSON.stringify(value),
  )
  if (!isSame) await updateItem(scope, tx, item, data)
}

/** Returns the columns of an item for an event. An event without an end is a moment in the calendar. */
const dataOf = ({ name, shortDescription, location, startsAt, endsAt, timeZone, status }: Event): ItemData => {
  const end = endsAt ?? startsAt
  return {
    title: name,
    description: shortDescription,
    location,
    url: null,
    isAllDay: false,
    status: status === 'Cancelled' ? 'cancelled' : 'confirmed',
    localStart: toColumn(wallClockOf(startsAt, timeZone)),
    localEnd: toColumn(wallClockOf(end, timeZone)),
    timeZone,
    recurrenceRule: null,
    excludedStarts: [],
    startsAt,
    endsAt: end,
    lastEndsAt: end,
  }
}

/**
 * Writes the file by which calendar programs add an event. They replace an earlier one with the same identifier,
 * because each change of the event adds to its sequence.
 */
export const writeEventFile = ({ tenant, clock }: Scope, event: Event): TextAttachment => {
  const { calendarUid, auditId, name, shortDescription, location, startsAt, endsAt, timeZone, createdAt, status } =
    event
  const isCancelled = status === 'Cancelled'
  const text = writeIcalendarFile(
    {
      uid: calendarUid,
      sequence: auditId,
      title: name,
      description: shortDescription,
      location,
      url: null,
      timeZone,
      createdAt,
      changedAt: clock.now(),
      status: isCancelled ? 'cancelled' : 'confirmed',
      localStart: toColumn(wallClockOf(startsAt, timeZone)),
      localEnd: toColumn(wallClockOf(endsAt ?? startsAt, timeZone)),
    },
    tenant.name,
  )
  const method = isCancelled ? 'CANCEL' : 'PUBLISH'
  return { name: 'event.ics', mediaType: `text/calendar; charset=utf-8; method=${method}`, text }
}
