import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/memberships'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { reinstateMembership } from './reinstatements.service.ts'
import { presentStatuses } from './statuses.presenter.ts'
import {
  approveMembership,
  cancelMembership,
  declineMembership,
  dropMembership,
  resumeMembership,
  suspendMembership,
} from './statuses.service.ts'

/** Changes of a membership's status. */
export const membershipStatuses: FastifyPluginAsync = async (app) => {
  serve(app, operations.lookupMembershipStatuses, async () => presentStatuses())

  serve(app, operations.approveMembership, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await approveMembership(scope, params.membershipId, expected))
  })

  serve(app, operations.declineMembership, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await declineMembership(scope, params.membershipId, reasonOf(body), expected))
  })

  serve(app, operations.suspendMembership, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await suspendMembership(scope, params.membershipId, reasonOf(body), expected))
  })

  serve(app, operations.resumeMembership, async (request, reply) => {
    const { scope, params, body } = request
    const extendTerm = body?.ExtendTerm ?? false
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await resumeMembership(scope, params.membershipId, extendTerm, expected))
  })

  serve(app, operations.cancelMembership, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await cancelMembership(scope, params.membershipId, reasonOf(body), expected))
  })

  serve(app, operations.dropMembership, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await dropMembership(scope, params.membershipId, reasonOf(body), expected))
  })

  serve(app, operations.reinstateMembership, async (request, reply) => {
    const { scope, params, body } = request
    const continues = body?.ContinueFromExpiry ?? false
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await reinstateMembership(scope, params.membershipId, continues, expected))
  })
}

const reasonOf = (body: { Reason?: string | null } | null): string | null => body?.Reason?.trim() || null
