import type { Scope } from '#kernel/tenancy/scope'
import type { PaymentGateway } from '#prisma/client'

/** Every gateway of the tenant, the default first, the others by name. */
export const listPaymentGateways = ({ db }: Scope): Promise<PaymentGateway[]> =>
  db.prisma.paymentGateway.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ isDefault: 'desc' }, { nameKey: 'asc' }, { id: 'asc' }],
  })
