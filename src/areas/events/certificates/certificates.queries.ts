import { nameOfPerson } from '#areas/events/registrations/mails/recipients.service'
import { ATTENDED } from '#areas/events/registrations/registration-statuses.listing'
import type { PrintoutContent } from '#areas/finance/documents/printouts/printouts.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { EventCertificate, Prisma } from '#prisma/client'
import { certificateEvents } from './certificates.events.ts'
import { certificateDetails } from './certificates.listing.ts'
import { formatCertificateNumber } from './certificates.model.ts'

export const certificateKind: RecordKind<EventCertificate> = {
  entity: 'eventcertificate',
  noun: 'certificate',
  table: 'event_certificate',
  columns: { is_mail_due: null },
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

/** How many certificates of an event are issued. */
export interface CertificateProgress {
  eventId: number
  attended: number
  issued: number
  unsentMails: number
}

const attendedAt = (tenantId: number, eventId: number) =>
  ({
    tenantId,
    eventId,
    statusId: ATTENDED,
    OR: [{ contactId: null }, { contact: { deletedAt: null } }],
  }) satisfies Prisma.EventRegistrationWhereInput

/** Selects the registrations for an event that attended and have no certificate. */
export const selectMissing = (tenantId: number, eventId: number) =>
  ({ ...attendedAt(tenantId, eventId), certificate: null }) satisfies Prisma.EventRegistrationWhereInput

/** Counts the certificates of an event. */
export const readProgress = async (models: Models, tenantId: number, eventId: number): Promise<CertificateProgress> => {
  const attended = await models.eventRegistration.count({ where: attendedAt(tenantId, eventId) })
  const missing = await models.eventRegistration.count({ where: selectMissing(tenantId, eventId) })
  const unsentMails = await models.eventCertificate.count({ where: { tenantId, eventId, isMailDue: true } })
  return { eventId, attended, issued: Math.max(0, attended - missing), unsentMails }
}

const WITH_EVENT = {
  include: { registration: { include: { event: true, contact: true } } },
} as const satisfies Prisma.EventCertificateDefaultArgs

type CertificateWithEvent = Prisma.EventCertificateGetPayload<typeof WITH_EVENT>

/**
 * Reads what a certificate shows.
 *
 * @throws 404 without one, for a deleted contact, and for callers limited to chapters, which have no access to templates.
 */
export const readCertificateContent = async (
  scope: Scope,
  which: Prisma.EventCertificateWhereInput,
): Promise<PrintoutContent> => {
  const { tenantId, prisma } = scope.db
  const found = scope.chapters
    ? null
    : await prisma.eventCertificate.findFirst({ where: { tenantId, ...which }, ...WITH_EVENT })
  if (!found || found.registration.contact?.deletedAt) throw notFound('certificate')
  return contentOf(found)
}

/** Selects the certificate of a registration of contacts, as participants or payers. */
export const selectOwned = (
  registrationId: number,
  contactIds: readonly number[],
): Prisma.EventCertificateWhereInput => {
  const contactId = { in: [...contactIds] }
  return { registrationId, registration: { OR: [{ contactId }, { order: { contactId } }] } }
}

/** Values that are 0 are missing, because the template tests for that. */
const contentOf = ({ id, issuedOn, hours, credits, registration }: CertificateWithEvent): PrintoutContent => {
  const { event, contactId } = registration
  const number = formatCertificateNumber(id)
  const day = issuedOn.toISOString().slice(0, 10)
  const name = nameOfPerson(registration)
  return {
    kind: 'certificate',
    documentId: id,
    contactId,
    name: number,
    datedOn: day,
    title: `Certificate ${number}`,
    variables: {
      contact: { name },
      certificate: { number, issued_on: day },
      event: {
        name: event.name,
        date: dayIn(event.timeZone, event.startsAt),
        ...(event.location !== null && { location: event.location }),
        ...(hours.gt(0) && { hours: hours.toNumber() }),
        ...(credits.gt(0) && { credits: credits.toNumber() }),
      },
    },
    mail: { number, date: day, event: event.name },
  }
}
