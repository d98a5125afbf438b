import { findRefundTerms } from '#areas/events/events/cancellation-terms.service'
import type { EventCancellationTermsInput } from '#contract/events/cancellations'
import { ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Event } from '#prisma/client'
import type { ChosenRefund } from './cancelled-parts.model.ts'

/** Parses what staff refund: by the rules of the event unless they say otherwise. @throws 422 event-rule. */
export const parseRefund = (
  event: Event,
  { RefundPercent, RefundAmount }: EventCancellationTermsInput,
  now: Date,
): ChosenRefund => {
  if (RefundPercent != null && RefundAmount != null) throw refused('must not be sent together with RefundPercent')
  if (RefundAmount != null) return { cents: toCents(RefundAmount) }
  return RefundPercent == null ? findRefundTerms(event, now) : { percent: RefundPercent, feeCents: 0 }
}

/** Rejects an amount that is more than the price of what is cancelled. @throws 422 event-rule. */
export const requireWithinPrice = (refund: ChosenRefund, price: number): void => {
  if ('cents' in refund && refund.cents > price) throw refused(`must be at most ${fromCents(price)}`)
}

const refused = (message: string) =>
  ruleRefused('event-rule', 'The refund is not possible.', [{ pointer: '/RefundAmount', message }])
