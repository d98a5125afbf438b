import type { PaymentGatewayEdit } from '#contract/finance/payment-gateways'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { GatewayWithAccount } from './payment-gateways.queries.ts'

/**
 * Presents a gateway with what the caller can do with it.
 *
 * @param deletable the ids of the gateways that can be deleted.
 */
export const presentPaymentGateway = (
  scope: Scope,
  gateway: GatewayWithAccount,
  deletable: ReadonlySet<number>,
): PaymentGatewayEdit => ({
  PaymentGatewayId: gateway.id,
  AuditId: gateway.auditId,
  Name: gateway.name,
  Kind: gateway.kind as PaymentGatewayEdit['Kind'],
  GatewayAccountId: gateway.processorAccount?.uid ?? null,
  IsDefault: gateway.isDefault,
  IsActive: gateway.isActive,
  DepositAccountId: gateway.depositAccountId,
  TransferAccountId: gateway.transferAccountId,
  Actions: actionsOf(scope, deletable.has(gateway.id)),
})

const actionsOf = (scope: Scope, isDeletable: boolean): string[] => {
  if (scope.chapters || !hasGrant(scope, 'payment-gateways:write')) return ['view']
  return isDeletable ? ['view', 'edit', 'delete'] : ['view', 'edit']
}
