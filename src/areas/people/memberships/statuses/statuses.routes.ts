import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/memberships'
import type { TextLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveSave } from '#kernel/http/serve-forms'
import { expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { reinstateMembership } from './reinstatements.service.ts'
import type { MembershipStatus } from './statuses.model.ts'
import {
  approveMembership,
  cancelMembership,
  declineMembership,
  dropMembership,
  resumeMembership,
  suspendMembership,
} from './statuses.service.ts'

const DESCRIPTIONS: Record<MembershipStatus, string> = {
  Pending: 'Waits for approval, payment or its first day.',
  Active: 'Its current term is paid.',
  Grace: 'After its expiry, within the grace period of its type. Still gives benefits.',
  Lapsed: 'After its grace period, not dropped yet.',
  Dropped: 'Ended because it was not renewed.',
  Cancelled: 'Ended by staff, or declined.',
  Suspended: 'Suspended by staff.',
}

/** Presents the statuses in the order of a membership's life. */
const presentStatuses = (): TextLookupChoice[] =>
  presentChoices(Object.entries(DESCRIPTIONS).map(([id, extra]) => ({ id, name: id, extra })))

/** Serves changes of a membership's status. */
export const membershipStatuses: FastifyPluginAsync = async (app) => {
  serve(app, operations.lookupMembershipStatuses, async () => presentStatuses())

  serveSave(app, operations.approveMembership, (scope, { params, expected }) =>
    approveMembership(scope, params.membershipId, expected),
  )

  serveSave(app, operations.declineMembership, (scope, { params, body, expected }) =>
    declineMembership(scope, params.membershipId, reasonOf(body), expected),
  )

  serveSave(app, operations.suspendMembership, (scope, { params, body, expected }) =>
    suspendMembership(scope, params.membershipId, reasonOf(body), expected),
  )

  serve(app, operations.resumeMembership, async (request, reply) => {
    const { scope, params, body } = request
    const extendTerm = body?.ExtendTerm ?? false
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await resumeMembership(scope, params.membershipId, extendTerm, expected))
  })

  serveSave(app, operations.cancelMembership, (scope, { params, body, expected }) =>
    cancelMembership(scope, params.membershipId, reasonOf(body), expected),
  )

  serveSave(app, operations.dropMembership, (scope, { params, body, expected }) =>
    dropMembership(scope, params.membershipId, reasonOf(body), expected),
  )

  serve(app, operations.reinstateMembership, async (request, reply) => {
    const { scope, params, body } = request
    const continues = body?.ContinueFromExpiry ?? false
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await reinstateMembership(scope, params.membershipId, continues, expected))
  })
}

const reasonOf = (body: { Reason?: string | null } | null): string | null => body?.Reason?.trim() || null
