import {
  lockRegistration,
  type RegistrationKey,
  registrationState,
} from '#areas/events/registrations/registration-changes.service'
import { ATTENDED, STATUSES } from '#areas/events/registrations/registration-statuses.listing'
import { creditCertification, takeCreditBack } from '#areas/people/contacts/certifications/certifications.service'
import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, todayOf } from '#kernel/time/day'
import type { Event, EventCertificate, EventRegistration } from '#prisma/client'
import { enqueueCertificateMails } from './certificate-mails.service.ts'
import { formatCertificateNumber } from './certificates.model.ts'
import { certificateKind, readCertificate } from './certificates.queries.ts'

/**
 * Issues the certificate of a registration, or returns the one that it has.
 *
 * @throws 404; 409 registration-state, event-not-started, no-certificates, contact-deleted.
 */
export const issueCertificate = (scope: Scope, key: RegistrationKey): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const registration = await lockRegistration(scope, tx, key)
    const event = await tx.event.findFirstOrThrow({ where: { tenantId, id: key.eventId } })
    requireIssuable(scope, event, registration)
    await requireContact(tx, registration)
    const known = await findCertificate(tx, registration)
    if (known) return readCertificate(scope, known.id, tx)
    const { id } = await addCertificate(scope, tx, event, registration)
    await enqueueCertificateMails(scope, tx, event)
    return readCertificate(scope, id, tx)
  })

const requireIssuable = (scope: Scope, event: Event, { statusId }: EventRegistration): void => {
  if (statusId !== ATTENDED)
    throw registrationState(
      `A certificate requires that the participant attended: the registration is ${(STATUSES[statusId] ?? '').toLowerCase()}.`,
    )
  requireCertificates(scope, event)
}

/** @throws 409 event-not-started, no-certificates. */
export const requireCertificates = ({ clock }: Scope, { hasCertificates, startsAt }: Event): void => {
  if (!hasCertificates) throw conflict('no-certificates', 'The event has no certificates of attendance.')
  if (startsAt > clock.now())
    throw conflict('event-not-started', `The event starts at ${startsAt.toISOString()}. Wait until then.`)
}

/** @throws 409 contact-deleted. */
const requireContact = async (tx: Transaction, { tenantId, contactId }: EventRegistration): Promise<void> => {
  const deleted = { tenantId, id: contactId ?? 0, deletedAt: { not: null } }
  if (await tx.contact.findFirst({ where: deleted, select: { id: true } }))
    throw conflict('contact-deleted', 'The contact of the participant is deleted.')
}

const findCertificate = (tx: Transaction, { tenantId, eventId, id: registrationId }: EventRegistration) =>
  tx.eventCertificate.findFirst({ where: { tenantId, eventId, registrationId } })

/** Adds the certificate of a locked registration that attended, and the hours and credits of its locked contact. */
export const addCertificate = async (
  scope: Scope,
  tx: Transaction,
  event: Event,
  registration: EventRegistration,
): Promise<EventCertificate> => {
  const { tenantId, id: eventId, certificateHours: hours, certificateCredits: credits } = event
  const issuedOn = dateOf(todayOf(scope))
  const entryId = await creditContact(scope, tx, event, registration)
  const amounts = { hours, credits, entryId, isMailDue: event.mailsCertificates }
  const data = { tenantId, eventId, registrationId: registration.id, issuedOn, ...amounts }
  const saved = await tx.eventCertificate.create({ data })
  await record(scope, tx, saved, registration, 'created')
  return saved
}

/** A contact earns the hours of an event once, even if it has several registrations. */
const creditContact = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id: eventId, certificationId, certificateHours, certificateCredits }: Event,
  { contactId }: EventRegistration,
): Promise<number | null> => {
  if (certificationId === null || contactId === null) return null
  const credited = { tenantId, eventId, entryId: { not: null }, registration: { contactId } }
  if (await tx.eventCertificate.findFirst({ where: credited, select: { id: true } })) return null
  const earned = { hours: certificateHours, credits: certificateCredits }
  return creditCertification(scope, tx, { contactId, certificationId }, earned)
}

/** Withdraws the certificate of a locked registration whose check-in is undone, with the hours and credits of its contact. */
export const withdrawCertificate = async (
  scope: Scope,
  tx: Transaction,
  registration: EventRegistration,
): Promise<void> => {
  const certificate = await findCertificate(tx, registration)
  if (!certificate) return
  const { tenantId, id, entryId, hours, credits } = certificate
  await lockRows(scope, tx, certificateKind, [id])
  await tx.eventCertificate.delete({ where: { tenantId_id: { tenantId, id } } })
  if (entryId !== null) {
    const left = await passCreditOn(scope, tx, registration, entryId)
    const earned = { hours: hours.sub(left?.hours ?? 0), credits: credits.sub(left?.credits ?? 0) }
    if (!earned.hours.isZero() || !earned.credits.isZero()) await takeCreditBack(scope, tx, entryId, earned)
  }
  await record(scope, tx, nextVersionOf(certificate), registration, 'deleted')
}

/** Lets another certificate of the same contact for the event have what the withdrawn one has earned. Returns it, if there is one. */
const passCreditOn = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, eventId, contactId }: EventRegistration,
  entryId: number,
): Promise<EventCertificate | null> => {
  if (contactId === null) return null
  const uncredited = { tenantId, eventId, entryId: null, registration: { contactId } }
  const include = { registration: true } as const
  const found = await tx.eventCertificate.findFirst({ where: uncredited, orderBy: { id: 'asc' }, include })
  if (!found) return null
  await lockRows(scope, tx, certificateKind, [found.id])
  const where = { tenantId_id: { tenantId, id: found.id } }
  const saved = await tx.eventCertificate.update({ where, data: { entryId, ...NEXT_VERSION } })
  await record(scope, tx, saved, found.registration, 'updated')
  return saved
}

const record = (
  scope: Scope,
  tx: Transaction,
  certificate: EventCertificate,
  { eventId, id: registrationId, contactId }: EventRegistration,
  action: ChangeAction,
): Promise<void> => {
  const payload = { eventId, registrationId, contactId, number: formatCertificateNumber(certificate.id) }
  return recordChange(scope, tx, changeOf(certificateKind, certificate, action, { payload }))
}
