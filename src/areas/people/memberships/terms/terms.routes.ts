import type { FastifyPluginAsync } from 'fastify'
import type { MembershipRenewalPreview } from '#contract/people/memberships'
import { operations } from '#contract/people/memberships'
import { serve } from '#kernel/http/serve'
import { serveSave } from '#kernel/http/serve-forms'
import { expectedVersion } from '#kernel/http/versions'
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

/** Serves terms of a membership: renewal, payment and change of level. */
export const membershipTerms: FastifyPluginAsync = async (app) => {
  serveSave(app, operations.renewMembership, (scope, { params, body, expected }) =>
    renewMembership(scope, params.membershipId, body?.PaymentPlanId, expected),
  )

  serve(app, operations.previewMembershipRenewal, async (request) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return presentRenewal(await previewRenewal(scope, params.membershipId, body?.PaymentPlanId, expected))
  })

  serveSave(app, operations.payMembership, (scope, { params, body, expected }) =>
    payMembership(scope, params.membershipId, body, expected),
  )

  serveSave(app, operations.changeMembershipLevel, (scope, { params, body, expected }) =>
    changeLevel(scope, params.membershipId, body, expected),
  )
}
