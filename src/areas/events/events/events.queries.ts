import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict, notFound } from '#kernel/errors/problem'
import type { Choice } from '#kernel/http/lookup-choices'
import type { DaySpan } from '#kernel/jobs/tenant-days'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { lockRows } from '#kernel/records/lock'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { instantAt } from '#kernel/time/local-time'
import type { Event, Prisma } from '#prisma/client'
import { eventEvents } from './events.events.ts'
import { eventDetails } from './events.listing.ts'

export const eventKind: RecordKind<Event> = {
  entity: 'event',
  noun: 'event',
  table: 'event',
  columns: { can_cancel: 'CanRegistrantsCancel', calendar_uid: null },
  events: eventEvents,
  find: (tx, { tenantId, id }) => tx.event.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns an event with its parts.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readEvent = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, eventDetails(scope), id, 'event')

/** Rejects what would add to a cancelled event. The caller has locked the event. @throws 409 event-state. */
export const requireNotCancelled = async ({ db }: Scope, tx: Transaction, id: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id, status: 'Cancelled' }
  if (await tx.event.findFirst({ where, select: { id: true } }))
    throw conflict('event-state', 'The event is cancelled.')
}

/** Choices of a lookup at most. */
const MAX_CHOICES = 1000

/** Lists the published events that are not over, by their start. */
export const listEventChoices = async ({ db, clock }: Scope): Promise<Choice[]> => {
  const now = clock.now()
  const events = await db.prisma.event.findMany({
    where: {
      tenantId: db.tenantId,
      status: 'Published',
      OR: [{ endsAt: { gte: now } }, { endsAt: null, startsAt: { gte: now } }],
    },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    take: MAX_CHOICES,
  })
  return events.map(({ id, name, startsAt }) => ({ id, name, extra: startsAt.toISOString() }))
}

/** Locks an event, as every change of what belongs to it does first, so that two changes cannot block each other. @throws 404. */
export const lockEvent = async (scope: Pick<Scope, 'db'>, tx: Transaction, eventId: number): Promise<void> => {
  const [event] = await lockRows(scope, tx, { table: 'event' }, [eventId], 'no key update')
  if (event === undefined) throw notFound('event')
}

/** Lists the published events of a tenant that ended in a span of days, and have a setting. */
export const listEndedEvents = (
  { tenant, db: { prisma, tenantId } }: Scope,
  { since, today }: DaySpan,
  setting: Prisma.EventWhereInput,
): Promise<{ id: number }[]> => {
  const within = { gte: instantAt(tenant.timeZone, since, '00:00'), lt: instantAt(tenant.timeZone, today, '00:00') }
  return prisma.event.findMany({
    where: { ...setting, tenantId, status: 'Published', OR: [{ endsAt: within }, { endsAt: null, startsAt: within }] },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
}
