import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/event-sponsors'
import { serve } from '#kernel/http/serve'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { createSponsorContactRole } from './contact-roles.service.ts'
import { presentBusinessMatch, presentIndividualMatch, presentNameFix } from './matching.presenter.ts'
import { readMatches } from './matching.queries.ts'
import { saveBusinessMatch, saveIndividualMatch } from './matching.service.ts'
import { saveNameFix } from './name-fixes.service.ts'

/** The contacts that sponsors of events are matched with. */
export const sponsorMatching: FastifyPluginAsync = async (app) => {
  serve(app, operations.getBusinessMatch, async ({ scope, params }) =>
    presentBusinessMatch(await readMatches(scope, params.eventsponsorid, ['organization'])),
  )

  serve(app, operations.saveBusinessMatch, async ({ scope, body }, reply) =>
    sendVersionedRow(reply, await saveBusinessMatch(scope, body)),
  )

  serve(app, operations.getIndividualMatch, async ({ scope, params }) =>
    presentIndividualMatch(await readMatches(scope, params.eventsponsorid, ['organization', 'person'])),
  )

  serve(app, operations.saveIndividualMatch, async ({ scope, body }, reply) =>
    sendVersionedRow(reply, await saveIndividualMatch(scope, body)),
  )

  serve(app, operations.getNameFix, async ({ scope, params }) =>
    presentNameFix(await readMatches(scope, params.eventsponsorid, [])),
  )

  serve(app, operations.saveNameFix, async ({ scope, body }, reply) =>
    sendVersionedRow(reply, await saveNameFix(scope, body)),
  )

  serve(app, operations.createSponsorContactRole, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await createSponsorContactRole(scope, params.eventsponsorid)),
  )
}
