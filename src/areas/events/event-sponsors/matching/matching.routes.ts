import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/event-sponsors'
import { serve } from '#kernel/http/serve'
import { serveRow } from '#kernel/http/serve-forms'
import { presentBusinessMatch, presentIndividualMatch, presentNameFix } from './matching.presenter.ts'
import { readMatches } from './matching.queries.ts'
import { createSponsorContactRole, saveBusinessMatch, saveIndividualMatch } from './matching.service.ts'
import { saveNameFix } from './name-fixes.service.ts'

/** Serves the contacts that sponsors of events are matched with. */
export const sponsorMatching: FastifyPluginAsync = async (app) => {
  serve(app, operations.getBusinessMatch, async ({ scope, params }) =>
    presentBusinessMatch(await readMatches(scope, params.eventsponsorid, ['organization'])),
  )

  serveRow(app, operations.saveBusinessMatch, (scope, { body }) => saveBusinessMatch(scope, body))

  serve(app, operations.getIndividualMatch, async ({ scope, params }) =>
    presentIndividualMatch(await readMatches(scope, params.eventsponsorid, ['organization', 'person'])),
  )

  serveRow(app, operations.saveIndividualMatch, (scope, { body }) => saveIndividualMatch(scope, body))

  serve(app, operations.getNameFix, async ({ scope, params }) =>
    presentNameFix(await readMatches(scope, params.eventsponsorid, [])),
  )

  serveRow(app, operations.saveNameFix, (scope, { body }) => saveNameFix(scope, body))

  serveRow(app, operations.createSponsorContactRole, (scope, { params }) =>
    createSponsorContactRole(scope, params.eventsponsorid),
  )
}
