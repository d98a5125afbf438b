import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventRegistration } from '#prisma/client'
import { eventKind } from '../events/events.queries.ts'
import { IN_CART, ON_WAITING_LIST } from './registration-statuses.listing.ts'
import { registrationEvents } from './registrations.events.ts'
import { registrationDetails } from './registrations.listing.ts'

const { created, updated } = registrationEvents

/** Registrations that are not in a cart. Change one by registration-changes.service, which locks its event first. */
export const registrationKind: RecordKind<EventRegistration> = {
  entity: 'eventregistration',
  noun: 'registration',
  table: 'event_registration',
  columns: {
    type_id: 'EventRegistrationTypeId',
    seats: 'SeatCount',
    status_id: 'ParticipantStatusId',
    held_until: null,
    pointer: null,
    check_in_key: null,
  },
  events: { created, updated },
  find: (tx, { tenantId, id }) =>
    tx.eventRegistration.findFirst({
      where: { tenantId, id, statusId: { not: IN_CART }, NOT: { statusId: ON_WAITING_LIST, heldUntil: { not: null } } },
    }),
}

/** Rejects an event that does not exist. @throws 404. */
export const requireEvent = async (scope: Scope, eventId: number): Promise<void> => {
  await getRecord(scope, eventKind, eventId)
}

/** Returns a registration. @param runner a transaction that sees its own changes. @throws 404. */
export const readRegistration = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, registrationDetails(scope), id, 'registration')

/** Returns a registration for an event. @throws 404. */
export const readEventRegistration = async (scope: Scope, eventId: number, id: number): Promise<VersionedRow> => {
  const { tenantId } = scope.db
  const found = await scope.db.prisma.eventRegistration.findFirst({
    where: { tenantId, eventId, id },
    select: { id: true },
  })
  if (!found) throw notFound('registration')
  return readRegistration(scope, id)
}
