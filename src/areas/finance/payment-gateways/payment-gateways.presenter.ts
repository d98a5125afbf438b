import type { PaymentGatewayEdit } from '#contract/finance/payment-gateways'
import type { GatewayWithAccount } from './payment-gateways.queries.ts'

export const presentPaymentGateway = (gateway: GatewayWithAccount): PaymentGatewayEdit => ({
  PaymentGatewayId: gateway.id,
  AuditId: gateway.auditId,
  Name: gateway.name,
  Kind: gateway.kind as PaymentGatewayEdit['Kind'],
  GatewayAccountId: gateway.processorAccount?.uid ?? null,
  IsDefault: gateway.isDefault,
  IsActive: gateway.isActive,
  DepositAccountId: gateway.depositAccountId,
  TransferAccountId: gateway.transferAccountId,
})
