import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/calendars'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { submissionList } from './submissions.listing.ts'
import { readOwnSubmissions, readSubmission } from './submissions.queries.ts'
import { approveSubmission, declineSubmission, deleteSubmission } from './submissions.service.ts'

/** Proposed items: staff approve or decline them, members see their own. */
export const calendarSubmissions: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCalendarSubmissions, (request, reply) =>
    sendList(request, reply, submissionList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.getCalendarSubmission, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readSubmission(scope, params.submissionid)),
  )

  serve(app, operations.approveCalendarSubmission, async (request, reply) => {
    const { scope, params, body } = request
    const approved = await approveSubmission(scope, params.submissionid, body ?? {}, expectedIfMatch(request))
    return sendVersionedRow(reply, approved)
  })

  serve(app, operations.declineCalendarSubmission, async (request, reply) => {
    const { scope, params, body } = request
    const declined = await declineSubmission(scope, params.submissionid, body ?? {}, expectedIfMatch(request))
    return sendVersionedRow(reply, declined)
  })

  serve(app, operations.deleteCalendarSubmission, async (request) => {
    await deleteSubmission(request.scope, request.params.submissionid, expectedIfMatch(request))
    return {}
  })

  serve(
    app,
    operations.listOwnCalendarSubmissions,
    async ({ scope }) => new JsonText(`{"Submissions":${await readOwnSubmissions(scope)}}`),
  )
}
