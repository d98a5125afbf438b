import type { FastifyPluginAsync } from 'fastify'
import { requireEvent } from '#areas/events/registrations/registrations.queries'
import { sendPrintoutFile } from '#areas/finance/documents/printouts/sending.service'
import { getMemberView, requireMember } from '#areas/people/member-logins/member-logins.queries'
import type { EventCertificateProgress } from '#contract/events/certificates'
import { operations } from '#contract/events/certificates'
import { serve } from '#kernel/http/serve'
import { serveRow } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { certificateList } from './certificates.listing.ts'
import {
  type CertificateProgress,
  readCertificateContent,
  readProgress,
  readRegistrationCertificate,
  selectOwned,
} from './certificates.queries.ts'
import { issueCertificate } from './certificates.service.ts'
import { startIssue } from './missing-certificates.service.ts'

const presentProgress = ({
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

/** Serves certificates of attendance, for staff and for the members that attended. */
export const eventCertificates: FastifyPluginAsync = async (app) => {
  serve(app, operations.listEventCertificates, async (request, reply) => {
    const { scope, params, query } = request
    await requireEvent(scope, params.eventId)
    return sendList(request, reply, certificateList(params.eventId), parseNamedListQuery(query))
  })

  serve(app, operations.issueEventCertificates, async ({ scope, params }) =>
    presentProgress(await startIssue(scope, params.eventId)),
  )

  serve(app, operations.getEventCertificateProgress, async ({ scope, params }) => {
    await requireEvent(scope, params.eventId)
    const { prisma, tenantId } = scope.db
    return presentProgress(await readProgress(prisma, tenantId, params.eventId))
  })

  serveRow(app, operations.getEventCertificate, (scope, { params }) =>
    readRegistrationCertificate(scope, params.eventId, params.registrationId),
  )

  serveRow(app, operations.issueEventCertificate, (scope, { params }) =>
    issueCertificate(scope, { eventId: params.eventId, id: params.registrationId }),
  )

  serve(app, operations.getEventCertificateDocument, async (request, reply) => {
    const { scope, params } = request
    return sendPrintoutFile(app.files, request, reply, await readCertificateContent(scope, params))
  })

  serve(app, operations.getOwnEventCertificateDocument, async (request, reply) => {
    const { scope, params } = request
    const { contactIds } = await getMemberView(scope, requireMember(scope))
    const content = await readCertificateContent(scope, selectOwned(params.registrationId, contactIds))
    return sendPrintoutFile(app.files, request, reply, content)
  })
}
