import { exactShareOf } from '#kernel/money/cents'

/**
 * Divides an amount in proportion to weights, to the cent: the parts sum to the amount, no part exceeds its weight as
 * long as the amount does not exceed their sum, and equal requests have equal results. No amount is negative.
 */
export const allocate = (cents: number, weights: readonly number[]): number[] => {
  let leftCents = cents
  let leftWeight = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => {
    const part = leftWeight === 0 ? 0 : exactShareOf(leftCents, weight, leftWeight)
    leftCents -= part
    leftWeight -= weight
    return part
  })
}
