import type { EventCancellationPreview } from '#contract/events/cancellations'
import { fromCents } from '#kernel/money/cents'
import type { CancellationPlan } from './cancelled-parts.model.ts'

const amountOf = (cents: number): number => Number(fromCents(cents))

export const presentPlan = ({ parts, price, division }: CancellationPlan): EventCancellationPreview => ({
  RegistrationIds: parts.registrations.map(({ id }) => id),
  Price: amountOf(price),
  CreditAmount: amountOf(division.total),
  AppliedAmount: amountOf(division.applied),
  ReturnedAmount: amountOf(division.returned),
  LeftAmount: amountOf(division.left),
})
