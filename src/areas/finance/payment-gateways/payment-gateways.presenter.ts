import type { PaymentGatewayEdit } from '#contract/finance/payment-gateways'
import type { PaymentGateway } from '#prisma/client'

export const presentPaymentGateway = (gateway: PaymentGateway): PaymentGatewayEdit => ({
  PaymentGatewayId: gateway.id,
  AuditId: gateway.auditId,
  Name: gateway.name,
  Kind: gateway.kind as 'Sandbox',
  IsDefault: gateway.isDefault,
  IsActive: gateway.isActive,
  DepositAccountId: gateway.depositAccountId,
})
