import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { paymentGatewayEvents } from './payment-gateways.events.ts'
import { presentPaymentGateway } from './payment-gateways.presenter.ts'
import { getPaymentGateway, listDeletableIds } from './payment-gateways.queries.ts'
import { paymentGateways } from './payment-gateways.routes.ts'

const accountUse = (column: 'deposit_account_id' | 'transfer_account_id', name: string): RecordUse => ({
  of: 'account',
  user: 'payment gateway',
  users: 'payment gateways',
  scope: 'payment-gateways:read',
  remedy: `Give the payment gateway another ${name} account first.`,
  rows: (tenantId) => Prisma.sql`SELECT g.${Prisma.raw(column)} AS used_id, g.id, g.name
      FROM payment_gateway g WHERE g.tenant_id = ${tenantId}::integer`,
})

/** What payment gateways use. */
const paymentGatewayUses: readonly RecordUse[] = [
  accountUse('deposit_account_id', 'deposit'),
  accountUse('transfer_account_id', 'transfer'),
]

export const paymentGatewaysArea: Area = {
  routes: [paymentGateways],
  events: changes('payment-gateways', 'Payment gateway', paymentGatewayEvents),
  shapes: {
    paymentgateway: presented('payment-gateways:read', async (scope, id) => {
      const gateway = await getPaymentGateway(scope, id)
      return presentPaymentGateway(scope, gateway, await listDeletableIds(scope, [gateway]))
    }),
  },
  uses: paymentGatewayUses,
}
