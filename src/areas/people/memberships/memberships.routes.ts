import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { MEMBERSHIP_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/people/memberships'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { approveMembership, declineMembership } from './approval.service.ts'
import { cancelMembership, dropMembership } from './ending.service.ts'
import { joinMembership } from './joining.service.ts'
import { changeLevel } from './level-change.service.ts'
import { membershipListing } from './memberships.listing.ts'
import { listJoins, type MembershipText, membershipRow, readMembership } from './memberships.queries.ts'
import { reinstateMembership } from './reinstating.service.ts'
import { payMembership, renewMembership } from './renewal.service.ts'
import { saveMembership } from './save-membership.service.ts'
import { resumeMembership, setAutoRenew, suspendMembership } from './standing.service.ts'
import { statusChoices } from './statuses.ts'

/** Memberships: reading them, and every step of their life. */
export const memberships: FastifyPluginAsync = async (app) => {
  serve(app, operations.listMemberships, async (request, reply) => {
    const input = parseListQuery(request.query)
    const listing = await addCustomFields(request.scope.db, membershipListing, input, MEMBERSHIP_OBJECT_TYPES)
    const list = { listing, columns: membershipRow(request.scope), joins: listJoins }
    return sendList(request, reply, list, input)
  })

  serve(app, operations.getMembership, async ({ scope, params }, reply) =>
    answer(reply, await readMembership(scope, params.membershipId)),
  )

  serve(app, operations.lookupMembershipStatuses, async () => statusChoices())

  serve(app, operations.joinMembership, async ({ scope, body }, reply) =>
    answer(reply, await joinMembership(scope, body)),
  )

  serve(app, operations.saveMembership, async (request, reply) => {
    const { scope, params, body } = request
    return answer(reply, await saveMembership(scope, params.membershipId, body, versionOf(request)))
  })

  serve(app, operations.renewMembership, async (request, reply) =>
    answer(reply, await renewMembership(request.scope, request.params.membershipId, versionOf(request))),
  )

  serve(app, operations.payMembership, async (request, reply) => {
    const { scope, params, body } = request
    return answer(reply, await payMembership(scope, params.membershipId, body, versionOf(request)))
  })

  serve(app, operations.changeMembershipLevel, async (request, reply) => {
    const { scope, params, body } = request
    return answer(reply, await changeLevel(scope, params.membershipId, body, versionOf(request)))
  })

  serve(app, operations.approveMembership, async (request, reply) =>
    answer(reply, await approveMembership(request.scope, request.params.membershipId, versionOf(request))),
  )

  serve(app, operations.declineMembership, async (request, reply) => {
    const { scope, params, body } = request
    return answer(reply, await declineMembership(scope, params.membershipId, reasonOf(body), versionOf(request)))
  })

  serve(app, operations.suspendMembership, async (request, reply) => {
    const { scope, params, body } = request
    return answer(reply, await suspendMembership(scope, params.membershipId, reasonOf(body), versionOf(request)))
  })

  serve(app, operations.resumeMembership, async (request, reply) => {
    const { scope, params, body } = request
    const extendTerm = body.ExtendTerm ?? false
    return answer(reply, await resumeMembership(scope, params.membershipId, extendTerm, versionOf(request)))
  })

  serve(app, operations.cancelMembership, async (request, reply) => {
    const { scope, params, body } = request
    return answer(reply, await cancelMembership(scope, params.membershipId, reasonOf(body), versionOf(request)))
  })

  serve(app, operations.dropMembership, async (request, reply) => {
    const { scope, params, body } = request
    return answer(reply, await dropMembership(scope, params.membershipId, reasonOf(body), versionOf(request)))
  })

  serve(app, operations.reinstateMembership, async (request, reply) => {
    const { scope, params, body } = request
    const continues = body.ContinueFromExpiry ?? false
    return answer(reply, await reinstateMembership(scope, params.membershipId, continues, versionOf(request)))
  })

  serve(app, operations.setMembershipAutoRenew, async (request, reply) => {
    const { scope, params, body } = request
    return answer(reply, await setAutoRenew(scope, params.membershipId, body.AutoRenew, versionOf(request)))
  })
}

const versionOf = (request: FastifyRequest) =>
  expectedVersion(request, (request.body as { AuditId?: number | null }).AuditId)

const reasonOf = ({ Reason }: { Reason?: string | null }): string | null => Reason?.trim() || null

const answer = (reply: FastifyReply, { text, auditId }: MembershipText): JsonText => {
  sendVersion(reply, auditId)
  return new JsonText(text)
}
