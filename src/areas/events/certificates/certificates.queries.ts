import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventCertificate } from '#prisma/client'
import { certificateEvents } from './certificates.events.ts'
import { certificateDetails } from './certificates.listing.ts'

export const certificateKind: RecordKind<EventCertificate> = {
  entity: 'eventcertificate',
  noun: 'certificate',
  table: 'event_certificate',
  events: certificateEvents,
  find: (tx, { tenantId, id }) => tx.eventCertificate.findFirst({ where: { tenantId, id } }),
}

/** Returns a certificate. @param runner a transaction that sees its own changes. @throws 404. */
export const readCertificate = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, certificateDetails, id, 'certificate')

/** Returns the certificate of a registration for an event. @throws 404. */
export const readRegistrationCertificate = async (
  scope: Scope,
  eventId: number,
  registrationId: number,
): Promise<VersionedRow> => {
  const { prisma, tenantId } = scope.db
  const found = await prisma.eventCertificate.findFirst({ where: { tenantId, eventId, registrationId } })
  if (!found) throw notFound('certificate')
  return readCertificate(scope, found.id)
}
