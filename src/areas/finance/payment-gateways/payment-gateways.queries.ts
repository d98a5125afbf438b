import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { PaymentGateway } from '#prisma/client'
import { paymentGatewayEvents } from './payment-gateways.events.ts'

export const paymentGatewayKind: RecordKind<PaymentGateway> = {
  entity: 'paymentgateway',
  noun: 'payment gateway',
  table: 'payment_gateway',
  events: paymentGatewayEvents,
  find: (tx, { tenantId, id }) => tx.paymentGateway.findFirst({ where: { tenantId, id } }),
}

/** Lists the gateways of the tenant: the default first, the others by name. */
export const listPaymentGateways = ({ db }: Scope): Promise<PaymentGateway[]> =>
  db.prisma.paymentGateway.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ isDefault: 'desc' }, { nameKey: 'asc' }, { id: 'asc' }],
  })

/** Returns one gateway. @throws 404. */
export const getPaymentGateway = async ({ db }: Scope, id: number): Promise<PaymentGateway> => {
  const gateway = await db.prisma.paymentGateway.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!gateway) throw notFound('payment gateway')
  return gateway
}
