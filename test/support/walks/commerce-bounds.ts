import { benefitBounds } from './benefits.ts'
import { buyingBounds } from './buying.ts'
import { eventBounds } from './events.ts'

/** Why no list of the saves of commerce can grow beyond its bound. */
export const commerceBounds = <R>(reasons: Record<'command' | 'ignored' | 'replaced', R>) => ({
  ...buyingBounds(reasons),
  ...benefitBounds(reasons),
  ...eventBounds(reasons),
  'saveSite Domains': reasons.replaced,
  'saveDisplayAd Placements': reasons.replaced,
  'saveMembershipLevel UnitBands': reasons.replaced,
  'savePaymentPlan PaymentPlanItems': reasons.replaced,
  'savePaymentPlan SaleableItems': reasons.ignored,
  'saveBusinessMatch PotentialOrgMatches': reasons.ignored,
  'saveIndividualMatch PotentialMatches': reasons.ignored,
  'saveIndividualMatch PotentialOrgMatches': reasons.ignored,
  'saveNameFix PotentialOrgMatches': reasons.ignored,
  'saveNameFix PotentialRecordUpdates': reasons.command,
})
