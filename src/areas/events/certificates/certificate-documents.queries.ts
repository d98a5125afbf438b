import { nameOfPerson } from '#areas/events/registrations/mails/recipients.service'
import type { PrintoutContent } from '#areas/finance/documents/printouts/printouts.service'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import type { Prisma } from '#prisma/client'
import { certificateNumber } from './certificates.model.ts'

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
export const ownedBy = (registrationId: number, contactIds: readonly number[]): Prisma.EventCertificateWhereInput => {
  const contactId = { in: [...contactIds] }
  return { registrationId, registration: { OR: [{ contactId }, { order: { contactId } }] } }
}

/** Values that are 0 are missing, because the template tests for that. */
const contentOf = ({ id, issuedOn, hours, credits, registration }: CertificateWithEvent): PrintoutContent => {
  const { event, contactId } = registration
  const number = certificateNumber(id)
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
