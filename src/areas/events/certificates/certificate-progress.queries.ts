import { ATTENDED } from '#areas/events/registrations/status-rules.listing'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

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
export const missingAt = (tenantId: number, eventId: number) =>
  ({ ...attendedAt(tenantId, eventId), certificate: null }) satisfies Prisma.EventRegistrationWhereInput

/** Counts the certificates of an event. */
export const readProgress = async (models: Models, tenantId: number, eventId: number): Promise<CertificateProgress> => {
  const attended = await models.eventRegistration.count({ where: attendedAt(tenantId, eventId) })
  const missing = await models.eventRegistration.count({ where: missingAt(tenantId, eventId) })
  const unsentMails = await models.eventCertificate.count({ where: { tenantId, eventId, isMailDue: true } })
  return { eventId, attended, issued: Math.max(0, attended - missing), unsentMails }
}
