import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { ALL_CATEGORIES } from '../suppression-sql.ts'
import { addSuppression, liftSuppressions } from '../suppressions.ts'
import type { Subscription } from './unsubscribe-token.ts'

/** The mail that a recipient still gets: that of the category, none of it, or none of any category. */
export type SubscriptionState = 'subscribed' | 'no-category' | 'none'

export type SubscriptionChoice = 'category' | 'all' | 'again'

const suppressionsOf = (tx: Models, { tenantId, addressKey, category }: Subscription) =>
  tx.mailSuppression.findMany({ where: { tenantId, addressKey, category: { in: [category, ALL_CATEGORIES] } } })

export const readSubscription = async ({ db }: Scope, subscription: Subscription): Promise<SubscriptionState> => {
  const found = await suppressionsOf(db.prisma, subscription)
  if (found.some(({ category }) => category === ALL_CATEGORIES)) return 'none'
  return found.length > 0 ? 'no-category' : 'subscribed'
}

/** Applies the choice of a recipient; `again` removes only suppressions by the recipient. Idempotent. */
export const changeSubscription = async (
  scope: Scope,
  subscription: Subscription,
  choice: SubscriptionChoice,
): Promise<void> => {
  const { addressKey } = subscription
  await scope.db.transaction(async (tx) => {
    if (choice === 'again') {
      const found = await suppressionsOf(tx, subscription)
      const own = found.filter(({ reason }) => reason === 'unsubscribed')
      return liftSuppressions(scope, tx, own)
    }
    const category = choice === 'all' ? ALL_CATEGORIES : subscription.category
    await addSuppression(scope, tx, { addressKey, category, reason: 'unsubscribed' })
  })
}
