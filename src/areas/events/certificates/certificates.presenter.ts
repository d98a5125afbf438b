import type { EventCertificateProgress } from '#contract/events/certificates'
import type { CertificateProgress } from './certificate-progress.queries.ts'

export const presentProgress = ({
  eventId,
  attended,
  issued,
  unsentMails,
}: CertificateProgress): EventCertificateProgress => ({
  EventId: eventId,
  AttendedCount: attended,
  IssuedCount: issued,
  MissingCount: attended - issued,
  UnsentMailCount: unsentMails,
  Percent: attended === 0 ? 100 : Math.floor((100 * issued) / attended),
})
