import { eventKind } from '#areas/events/events/events.queries'
import { registrationKind } from '#areas/events/registrations/registrations.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord, lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { enqueueCertificateMails } from './certificate-mails.service.ts'
import { type CertificateProgress, readProgress, selectMissing } from './certificates.queries.ts'
import { addCertificate, requireCertificates } from './certificates.service.ts'

/** The job that issues certificates. */
export const ISSUE_CERTIFICATES = 'issue_certificates'

/** Registrations of one transaction, which locks the event. */
const BATCH = 50

/** Starts the job that issues the missing certificates of an event. @throws 404; 409 event-not-started, no-certificates. */
export const startIssue = (scope: Scope, eventId: number): Promise<CertificateProgress> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    requireCertificates(scope, await lockRecord(scope, tx, eventKind, eventId, undefined, 'share'))
    const progress = await readProgress(tx, tenantId, eventId)
    const key = `${ISSUE_CERTIFICATES}:${tenantId}:${eventId}`
    await enqueueJobs(tx, [{ name: ISSUE_CERTIFICATES, payload: { tenantId, eventId }, key, queue: key }])
    const changes = { eventId, missingCount: progress.attended - progress.issued }
    const kind = { entity: 'eventcertificaterun' }
    await recordChange(scope, tx, changeOf(kind, { id: eventId, auditId: 1 }, 'created', { changes }))
    return progress
  })

/** Issues the missing certificates of an event, in batches. A repeated run finds those that are left. */
export const issueMissing = async (scope: Scope, eventId: number): Promise<void> => {
  while (await scope.db.transaction((tx) => issueBatch(scope, tx, eventId)));
}

/** Locks in the order of every change of seats. Returns false after the last batch. */
const issueBatch = async (scope: Scope, tx: Transaction, eventId: number): Promise<boolean> => {
  const { tenantId } = scope.db
  await lockRows(scope, tx, { table: 'event' }, [eventId], 'no key update')
  const event = await tx.event.findFirst({ where: { tenantId, id: eventId } })
  if (!event?.hasCertificates || event.startsAt > scope.clock.now()) return false
  const where = selectMissing(tenantId, eventId)
  const select = { id: true, contactId: true, order: { select: { contactId: true } } } as const
  const found = await tx.eventRegistration.findMany({ where, select, orderBy: { id: 'asc' }, take: BATCH })
  const people = found.flatMap(({ contactId, order }) => [contactId, order.contactId])
  await lockContacts(tx, scope, [...new Set(people.filter((one) => one !== null))])
  const wanted = found.map(({ id }) => id)
  const ids = await lockRows(scope, tx, registrationKind, wanted, 'no key update')
  const locked = await tx.eventRegistration.findMany({ where: { ...where, id: { in: ids } }, orderBy: { id: 'asc' } })
  for (const registration of locked) await addCertificate(scope, tx, event, registration)
  if (locked.length > 0) await enqueueCertificateMails(scope, tx, event)
  return found.length === BATCH
}
