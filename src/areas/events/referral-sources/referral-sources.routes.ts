import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/referral-sources'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { referralSourceList } from './referral-sources.listing.ts'
import { listReferralSources, readReferralSource } from './referral-sources.queries.ts'
import { deleteReferralSource, saveReferralSource } from './referral-sources.service.ts'

/** The ways in which registrants can have heard of an event. */
export const referralSources: FastifyPluginAsync = async (app) => {
  serve(app, operations.listReferralSources, ({ scope, query }) =>
    sendRows(scope, referralSourceList(scope), parseNamedListQuery(query)),
  )

  serve(app, operations.lookupReferralSources, async ({ scope: { db } }) =>
    presentChoices(await listReferralSources(db.prisma, db.tenantId)),
  )

  serve(app, operations.getReferralSource, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readReferralSource(scope, params.referralSourceId)),
  )

  serve(app, operations.saveReferralSource, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveReferralSource(scope, params.referralSourceId, body, expected))
  })

  serve(app, operations.deleteReferralSource, async (request) => {
    await deleteReferralSource(request.scope, request.params.referralSourceId, expectedIfMatch(request))
    return {}
  })
}
