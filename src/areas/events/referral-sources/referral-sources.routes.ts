import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/referral-sources'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { referralSourceList } from './referral-sources.listing.ts'
import { listReferralSources, readReferralSource } from './referral-sources.queries.ts'
import { deleteReferralSource, saveReferralSource } from './referral-sources.service.ts'

/** Serves the ways in which registrants can have heard of an event. */
export const referralSources: FastifyPluginAsync = async (app) => {
  serve(app, operations.listReferralSources, ({ scope, query }) =>
    sendRows(scope, referralSourceList(scope), parseNamedListQuery(query)),
  )

  serve(app, operations.lookupReferralSources, async ({ scope: { db } }) =>
    presentChoices(await listReferralSources(db.prisma, db.tenantId)),
  )

  serveRow(app, operations.getReferralSource, (scope, { params }) => readReferralSource(scope, params.referralSourceId))

  serveSave(app, operations.saveReferralSource, (scope, { params, body, expected }) =>
    saveReferralSource(scope, params.referralSourceId, body, expected),
  )

  serveDelete(app, operations.deleteReferralSource, (scope, { params, expected }) =>
    deleteReferralSource(scope, params.referralSourceId, expected),
  )
}
