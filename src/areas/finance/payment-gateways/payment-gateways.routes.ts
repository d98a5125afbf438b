import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-gateways'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentPaymentGateway } from './payment-gateways.presenter.ts'
import { getPaymentGateway, listPaymentGateways } from './payment-gateways.queries.ts'
import { savePaymentGateway } from './payment-gateways.service.ts'

/** Payment gateways: accounts of the tenant that receive payments. */
export const paymentGateways: FastifyPluginAsync = async (app) => {
  serve(app, operations.listPaymentGateways, async ({ scope }) =>
    (await listPaymentGateways(scope)).map(presentPaymentGateway),
  )

  serve(app, operations.getPaymentGateway, async ({ scope, params }, reply) => {
    const gateway = await getPaymentGateway(scope, params.paymentGatewayId)
    sendVersion(reply, gateway.auditId)
    return presentPaymentGateway(gateway)
  })

  serve(app, operations.savePaymentGateway, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const gateway = await savePaymentGateway(scope, app.processorTools, params.paymentGatewayId, body, expected)
    sendVersion(reply, gateway.auditId)
    return presentPaymentGateway(gateway)
  })
}
