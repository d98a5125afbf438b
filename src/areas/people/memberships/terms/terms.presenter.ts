import type { MembershipRenewalPreview } from '#contract/people/memberships'
import type { RenewalPreview } from './renewal-preview.queries.ts'

export const presentRenewal = ({ membership, level, term, cents, dues }: RenewalPreview): MembershipRenewalPreview => ({
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
