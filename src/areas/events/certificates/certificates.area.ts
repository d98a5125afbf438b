import type { Area } from '#areas/area'
import { registrationFollowers } from '#areas/events/registrations/registration-changes.service'
import { ownRegistrationColumns } from '#areas/events/registrations/self/own-registrations.listing'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { certificateEvents } from './certificates.events.ts'
import { certificateDays, certificateTasks } from './certificates.job.ts'
import { registrationCertificateColumn } from './certificates.listing.ts'
import { readCertificate } from './certificates.queries.ts'
import { eventCertificates } from './certificates.routes.ts'
import { withdrawCertificate } from './certificates.service.ts'

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
  additions: [
    addTo(registrationFollowers, { undoCheckIn: withdrawCertificate }),
    addTo(ownRegistrationColumns, registrationCertificateColumn),
  ],
}
