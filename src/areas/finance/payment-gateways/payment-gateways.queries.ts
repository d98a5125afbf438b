import type { PaymentGateway } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'

/** Every gateway of the tenant, the default first, the others by name. */
export const listPaymentGateways = ({ db }: Scope): Promise<PaymentGateway[]> =>
  db.prisma.paymentGateway.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ isDefault: 'desc' }, { nameKey: 'asc' }, { id: 'asc' }],
  })
