import { requireChargeableAccount } from '#areas/finance/payment-processor/charges/charges.service'
import { parsePaymentToken } from '#areas/finance/payment-processor/charges/payment-tokens.service'
import { changeMembership } from '#areas/people/memberships/membership-change.service'
import { membershipEvents } from '#areas/people/memberships/memberships.events'
import type { PaymentMethodSaveInput } from '#contract/commerce/payment-plans'
import { conflict } from '#kernel/errors/problem'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { dateOf } from '#kernel/time/day'

/**
 * Stores the means of payment of a membership, or removes it. Attempts that have begun keep theirs.
 *
 * @throws 400; 404; 409 membership-ended, synchronized; 422 no-account, unknown-reference.
 */
export const savePaymentMethod = async (
  scope: Scope,
  membershipId: number,
  { PaymentToken, PaymentGatewayId }: PaymentMethodSaveInput,
): Promise<void> => {
  const token = PaymentToken === null ? null : parsePaymentToken(PaymentToken)
  const gateway = token === null ? null : (await requireChargeableAccount(scope, PaymentGatewayId ?? null)).gateway
  const { tenantId } = scope.db
  await changeMembership(scope, membershipId, versionOf(null), async ({ tx, membership, today, addEvent }) => {
    if (membership.cancelledOn !== null || membership.droppedOn !== null)
      throw conflict('membership-ended', 'The membership has ended. Reinstate it first.')
    await tx.membershipPaymentMethod.deleteMany({ where: { tenantId, membershipId } })
    if (token !== null && gateway !== null) {
      const data = { tenantId, membershipId, gatewayId: gateway.id, token, savedOn: dateOf(today) }
      await tx.membershipPaymentMethod.create({ data })
    }
    addEvent(membershipEvents.updated, { hasPaymentMethod: token !== null })
  })
}
