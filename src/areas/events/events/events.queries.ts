import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
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
