import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations, type PaymentGatewayEdit } from '#contract/finance/payment-gateways'
import { serve } from '#kernel/http/serve'
import { serveDelete } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentPaymentGateway } from './payment-gateways.presenter.ts'
import {
  type GatewayWithAccount,
  getPaymentGateway,
  listDeletableIds,
  listPaymentGateways,
} from './payment-gateways.queries.ts'
import { deletePaymentGateway, savePaymentGateway } from './payment-gateways.service.ts'

/** Payment gateways: accounts of the tenant that receive payments. */
export const paymentGateways: FastifyPluginAsync = async (app) => {
  serve(app, operations.listPaymentGateways, async ({ scope }) => {
    const gateways = await listPaymentGateways(scope)
    const deletable = await listDeletableIds(scope, gateways)
    return gateways.map((gateway) => presentPaymentGateway(scope, gateway, deletable))
  })

  serve(app, operations.getPaymentGateway, async ({ scope, params }, reply) => {
    return sendGateway(scope, reply, await getPaymentGateway(scope, params.paymentGatewayId))
  })

  serve(app, operations.savePaymentGateway, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const gateway = await savePaymentGateway(scope, app.processorTools, params.paymentGatewayId, body, expected)
    return sendGateway(scope, reply, gateway)
  })

  serveDelete(app, operations.deletePaymentGateway, (scope, { params, expected }) =>
    deletePaymentGateway(scope, params.paymentGatewayId, expected),
  )
}

const sendGateway = async (
  scope: FastifyRequest['scope'],
  reply: FastifyReply,
  gateway: GatewayWithAccount,
): Promise<PaymentGatewayEdit> => {
  sendVersion(reply, gateway.auditId)
  return presentPaymentGateway(scope, gateway, await listDeletableIds(scope, [gateway]))
}
