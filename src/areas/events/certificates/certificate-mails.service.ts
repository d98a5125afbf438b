import { nameOfPerson } from '#areas/events/registrations/mails/recipients.service'
import { makePrintout } from '#areas/finance/documents/printouts/printouts.service'
import { queuePrintoutMail } from '#areas/finance/documents/printouts/sending.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { isMailAddress } from '#kernel/text/mail-address'
import type { Event, Prisma } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { formatCertificateNumber } from './certificates.model.ts'
import { readCertificateContent } from './certificates.queries.ts'

/** The job that mails certificates. */
export const MAIL_CERTIFICATES = 'mail_certificates'

/** Requests the mails of certificates that were issued, if the event says so. */
export const enqueueCertificateMails = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { id: eventId, mailsCertificates }: Event,
): Promise<void> => {
  const key = `${MAIL_CERTIFICATES}:${tenantId}:${eventId}`
  if (mailsCertificates)
    await enqueueJobs(tx, [{ name: MAIL_CERTIFICATES, payload: { tenantId, eventId }, key, queue: key }])
}

const WITH_PERSON = {
  include: { registration: { include: { contact: true, event: { select: { name: true } } } } },
} as const satisfies Prisma.EventCertificateDefaultArgs

type DueCertificate = Prisma.EventCertificateGetPayload<typeof WITH_PERSON>

/** Mails the certificates of an event that are due. A repeated run sends no mail twice. */
export const mailCertificates = async (scope: Scope, files: Files, eventId: number): Promise<void> => {
  const { prisma, tenantId } = scope.db
  for (;;) {
    const where = { tenantId, eventId, isMailDue: true }
    const due = await prisma.eventCertificate.findFirst({ where, orderBy: { id: 'asc' }, ...WITH_PERSON })
    if (!due) return
    await mailCertificate(scope, files, due)
  }
}

/** The mail is queued in the transaction that ends its need: a withdrawn certificate is not mailed. */
const mailCertificate = async (scope: Scope, files: Files, { id, registration }: DueCertificate): Promise<void> => {
  const address = addressOf(registration)
  if (address === null) {
    await endNeed(scope.db.prisma, scope, id)
    return
  }
  const printout = await makePrintout(scope, files, await readCertificateContent(scope, { id }))
  await scope.db.transaction(async (tx) => {
    if (!(await endNeed(tx, scope, id))) return
    const number = formatCertificateNumber(id)
    await queuePrintoutMail(scope, tx, printout, {
      key: `event-certificate:${id}`,
      templateKey: 'event-certificate',
      to: { address, name: nameOfPerson(registration), contactId: registration.contactId },
      data: { event: { name: registration.event.name }, certificate: { number } },
    })
  })
}

/** Returns whether the certificate still had to be mailed. */
const endNeed = async (models: Models, { db: { tenantId } }: Scope, id: number): Promise<boolean> => {
  const where = { tenantId, id, isMailDue: true }
  return (await models.eventCertificate.updateMany({ where, data: { isMailDue: false } })).count > 0
}

/** Returns the address of the registration, else that of the contact; null without any, and for a deleted contact. */
const addressOf = ({ emailAddress, contact }: DueCertificate['registration']): string | null => {
  const address = emailAddress ?? contact?.emailAddress ?? ''
  return contact?.deletedAt || !isMailAddress(address) ? null : address
}
