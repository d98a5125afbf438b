import { listEndedEvents } from '#areas/events/events/events.queries'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope } from '#kernel/outbox/deliver'
import type { Files } from '#services/files/open-files'
import { MAIL_CERTIFICATES, mailCertificates } from './certificate-mails.service.ts'
import { ISSUE_CERTIFICATES, issueMissing } from './missing-certificates.service.ts'

interface OfEvent {
  tenantId: number
  eventId: number
}

/** Returns the jobs of certificates. Each can be killed at any point, and continues when it is run again. */
export const certificateTasks = ({ files }: { files: Files }): Record<string, Task> => ({
  [ISSUE_CERTIFICATES]: async (context, payload) => {
    const { tenantId, eventId } = payload as OfEvent
    await issueMissing(await systemScope(context, tenantId), eventId)
  },
  [MAIL_CERTIFICATES]: async (context, payload) => {
    const { tenantId, eventId } = payload as OfEvent
    await mailCertificates(await systemScope(context, tenantId), files, eventId)
  },
})

/** Issues the certificates in the nightly run after the events that have them. */
export const certificateDays: NewDayWork = {
  name: 'event-certificates',
  run: async (scope, span) => {
    for (const { id } of await listEndedEvents(scope, span, { hasCertificates: true })) await issueMissing(scope, id)
  },
}
