import { getRecord } from '#kernel/records/read'
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
export const getPaymentGateway = (scope: Scope, id: number): Promise<PaymentGateway> =>
  getRecord(scope, paymentGatewayKind, id)
