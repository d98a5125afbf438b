import type { FastifyPluginAsync } from 'fastify'
import { MEMBERSHIP_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/people/memberships'
import { serve } from '#kernel/http/serve'
import { serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { type List, sendList } from '#kernel/listing/list-response'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { sendListCsv } from '#services/csv/list-csv'
import { membershipMails } from './mails/mails.routes.ts'
import { MEMBERSHIP_FILE, membershipList, membershipListing } from './memberships.listing.ts'
import { getMembership } from './memberships.queries.ts'
import { joinMembership, saveMembership, setAutoRenew } from './memberships.service.ts'
import { nightlyRuns } from './nightly-run/nightly-run.routes.ts'
import { membershipStatuses } from './statuses/statuses.routes.ts'
import { membershipTerms } from './terms/terms.routes.ts'
import { membershipTypes } from './types/membership-types.routes.ts'

/**
 * Serves memberships of contacts. Paying and renewing are in `terms`; suspending, resuming and dropping in `statuses`.
 */
export const memberships: FastifyPluginAsync = async (app) => {
  await app.register(membershipTerms)
  await app.register(membershipStatuses)
  await app.register(membershipTypes)
  await app.register(nightlyRuns)
  await app.register(membershipMails)

  serve(app, operations.listMemberships, async (request, reply) => {
    const input = parseListQuery(request.query)
    return sendList(request, reply, await listFor(request.scope, input), input)
  })

  serve(app, operations.downloadMemberships, async (request) => {
    const input = parseListQuery(request.query)
    return sendListCsv(request, await listFor(request.scope, input), input, MEMBERSHIP_FILE)
  })

  serveRow(app, operations.getMembership, (scope, { params }) => getMembership(scope, params.membershipId))

  serveRow(app, operations.joinMembership, (scope, { body }) => joinMembership(scope, body))

  serveSave(app, operations.saveMembership, (scope, { params, body, expected }) =>
    saveMembership(scope, params.membershipId, body, expected),
  )

  serveSave(app, operations.setMembershipAutoRenew, (scope, { params, body, expected }) =>
    setAutoRenew(scope, params.membershipId, body.AutoRenew, expected),
  )
}

/** Returns the list for a request, with the custom fields that it uses. */
const listFor = async (scope: Scope, input: ListInput): Promise<List> =>
  membershipList(scope, await addCustomFields(scope.db, membershipListing, input, MEMBERSHIP_OBJECT_TYPES))
