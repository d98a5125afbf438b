import { insufficientScope } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'

const NEEDED = 'payment-processor:write'

/**
 * Returns whether a caller can move money at the payment processor. Members pay and are refunded by their own means of
 * payment.
 */
export const canMoveMoney = (scope: Pick<Scope, 'actor' | 'grants'>): boolean =>
  scope.actor.kind === 'member' || hasGrant(scope, NEEDED)

/** Requires that a caller can move money at the payment processor. @throws 403 insufficient-scope. */
export const requireMoneyGrant = (scope: Pick<Scope, 'actor' | 'grants'>): void => {
  if (canMoveMoney(scope)) return
  throw insufficientScope(NEEDED, `This moves money at the payment processor, which requires the scope ${NEEDED}.`)
}
