import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict } from '#kernel/errors/problem'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event } from '#prisma/client'
import { eventEvents } from './events.events.ts'
import { eventDetails } from './events.listing.ts'

export const eventKind: RecordKind<Event> = {
  entity: 'event',
  noun: 'event',
  table: 'event',
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
