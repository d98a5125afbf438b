import type { FastifyPluginAsync } from 'fastify'
import type { MembershipRenewalPreview } from '#contract/people/memberships'
import { operations } from '#contract/people/memberships'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { changeLevel } from './level-changes.service.ts'
import type { RenewalPreview } from './renewal-preview.queries.ts'
import { previewRenewal } from './renewal-preview.queries.ts'
import { payMembership, renewMembership } from './renewals.service.ts'

const presentRenewal = ({ membership, level, term, cents, dues }: RenewalPreview): MembershipRenewalPreview => ({
  MembershipId: membership.id,
  AuditId: membership.auditId,
  LevelId: level?.id ?? null,
  Level: level?.name ?? null,
  StartDate: term.offer.startsOn,
  EndDate: term.offer.endsOn,
  Months: term.offer.months,
  Amount: cents / 100,
  Tax: (dues?.tax ?? 0) / 100,
  Total: (dues?.total ?? 0) / 100,
  IsEffectiveAtOnce: dues === null,
  BilledContactId: dues?.contactId ?? null,
  PaymentPlanId: term.planId ?? null,
  Parts: (dues?.parts ?? []).map(({ dueOn, cents: amount }) => ({ DueDate: dueOn, Amount: amount / 100 })),
})

/** Terms of a membership: renewal, payment and change of level. */
export const membershipTerms: FastifyPluginAsync = async (app) => {
  serve(app, operations.renewMembership, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await renewMembership(scope, params.membershipId, body?.PaymentPlanId, expected))
  })

  serve(app, operations.previewMembershipRenewal, async (request) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return presentRenewal(await previewRenewal(scope, params.membershipId, body?.PaymentPlanId, expected))
  })

  serve(app, operations.payMembership, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await payMembership(scope, params.membershipId, body, expected))
  })

  serve(app, operations.changeMembershipLevel, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await changeLevel(scope, params.membershipId, body, expected))
  })
}
