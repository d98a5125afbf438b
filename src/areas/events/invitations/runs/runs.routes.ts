import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/invitations'
import { serve } from '#kernel/http/serve'
import { presentPreview, presentRun } from './runs.presenter.ts'
import { getRun, previewRun } from './runs.queries.ts'
import { startRun } from './runs.service.ts'

/** Serves invitations of many contacts, and their progress. */
export const invitationRuns: FastifyPluginAsync = async (app) => {
  serve(app, operations.previewInvitations, async ({ scope, params, body }) =>
    presentPreview(await previewRun(scope, params.eventId, body)),
  )

  serve(app, operations.inviteContacts, async ({ scope, params, body }) => {
    const { id, contactCount } = await startRun(scope, params.eventId, body)
    return { JobId: id, ContactCount: contactCount }
  })

  serve(app, operations.getInvitationRun, async ({ scope, params }) =>
    presentRun(await getRun(scope, params.eventId, params.invitationRunId)),
  )
}
