import { benefitBounds } from './benefits.ts'

/** Why no list of the saves of commerce can grow beyond its bound. */
export const commerceBounds = <R>(reasons: Record<'command' | 'ignored' | 'replaced', R>) => ({
  ...benefitBounds(reasons),
  'saveMembershipLevel UnitBands': reasons.replaced,
  'savePaymentPlan PaymentPlanItems': reasons.replaced,
  'savePaymentPlan SaleableItems': reasons.ignored,
})
