import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventSponsor } from '#prisma/client'
import { IN_CART } from './event-sponsor-statuses.listing.ts'
import { eventSponsorEvents } from './event-sponsors.events.ts'
import { eventSponsorDetails, eventSponsorList } from './event-sponsors.listing.ts'

const { created, updated } = eventSponsorEvents

/** Sponsors that are not in a cart. Change one by sponsor-changes.service, which locks its event first. */
export const eventSponsorKind: RecordKind<EventSponsor> = {
  entity: 'eventsponsor',
  noun: 'sponsor',
  table: 'event_sponsor',
  columns: {
    price: 'SponsorFee',
    name: 'SponsorName',
    person_id: 'IndividualContactId',
    tier_id: 'SponsorshipTierId',
    pointer: null,
  },
  events: { created, updated },
  find: (tx, { tenantId, id }) => tx.eventSponsor.findFirst({ where: { tenantId, id, statusId: { not: IN_CART } } }),
}

/** Returns a sponsor with everything that was entered. @param runner a transaction that sees its changes. @throws 404. */
export const readEventSponsor = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, eventSponsorDetails(scope), id, 'sponsor')

/** Returns a sponsor as in the list. @param runner a transaction that sees its own changes. @throws 404. */
export const readEventSponsorRow = (scope: Scope, id: number, runner: SqlRunner): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, eventSponsorList(scope), id, 'sponsor')

/** Returns a sponsor of an event. @throws 404. */
export const readSponsorOfEvent = async (scope: Scope, eventId: number, id: number): Promise<VersionedRow> => {
  const where = { tenantId: scope.db.tenantId, eventId, id }
  const found = await scope.db.prisma.eventSponsor.findFirst({ where, select: { id: true } })
  if (!found) throw notFound('sponsor')
  return readEventSponsor(scope, id)
}
