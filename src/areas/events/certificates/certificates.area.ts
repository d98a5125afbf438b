import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { certificateEvents } from './certificates.events.ts'
import { certificateDays, certificateTasks } from './certificates.job.ts'
import { readCertificate } from './certificates.queries.ts'
import { eventCertificates } from './certificates.routes.ts'

export const certificatesArea: Area = {
  routes: [eventCertificates],
  events: kinds('event-registrations', {
    [certificateEvents.created]: 'Certificate of attendance issued',
    [certificateEvents.updated]: 'Certificate of attendance updated',
    [certificateEvents.deleted]: 'Certificate of attendance withdrawn',
  }),
  shapes: {
    eventcertificate: written('event-registrations:read', (scope, id) => readCertificate(scope, id)),
  },
  outsideTasks: certificateTasks,
  days: [certificateDays],
}
