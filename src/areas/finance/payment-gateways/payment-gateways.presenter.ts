import type { PaymentGatewayEdit } from '../../../contract/finance/payment-gateways.ts'
import type { PaymentGateway } from '../../../generated/prisma/client.ts'

export const presentPaymentGateway = (gateway: PaymentGateway): PaymentGatewayEdit => ({
  PaymentGatewayId: gateway.id,
  AuditId: gateway.auditId,
  Name: gateway.name,
  Kind: gateway.kind as 'Sandbox',
  IsDefault: gateway.isDefault,
  IsActive: gateway.isActive,
})
