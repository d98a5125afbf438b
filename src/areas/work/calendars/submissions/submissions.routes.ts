import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/calendars'
import { JsonText, serve } from '#kernel/http/serve'
import { serveDelete, serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { submissionList } from './submissions.listing.ts'
import { readOwnSubmissions, readSubmission } from './submissions.queries.ts'
import { approveSubmission, declineSubmission, deleteSubmission } from './submissions.service.ts'

/** Serves proposed items: staff approve or decline them, members see their own. */
export const calendarSubmissions: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listCalendarSubmissions, submissionList, parseNamedListQuery)

  serveRow(app, operations.getCalendarSubmission, (scope, { params }) => readSubmission(scope, params.submissionid))

  serveSave(app, operations.approveCalendarSubmission, (scope, { params, body, expected }) =>
    approveSubmission(scope, params.submissionid, body ?? {}, expected),
  )

  serveSave(app, operations.declineCalendarSubmission, (scope, { params, body, expected }) =>
    declineSubmission(scope, params.submissionid, body ?? {}, expected),
  )

  serveDelete(app, operations.deleteCalendarSubmission, (scope, { params, expected }) =>
    deleteSubmission(scope, params.submissionid, expected),
  )

  serve(
    app,
    operations.listOwnCalendarSubmissions,
    async ({ scope }) => new JsonText(`{"Submissions":${await readOwnSubmissions(scope)}}`),
  )
}
