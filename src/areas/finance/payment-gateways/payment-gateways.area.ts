import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { paymentGatewayEvents } from './payment-gateways.events.ts'
import { presentPaymentGateway } from './payment-gateways.presenter.ts'
import { getPaymentGateway, listDeletableIds } from './payment-gateways.queries.ts'
import { paymentGateways } from './payment-gateways.routes.ts'
import { paymentGatewayUses } from './payment-gateways.uses.ts'

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
