import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { operations } from '#contract/finance/payment-processor'
import { jsonMessage } from '#kernel/http/response-message'
import { serve } from '#kernel/http/serve'
import { serveList } from '#kernel/http/serve-forms'
import { sendVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { makeRequestKey } from '../request-keys.model.ts'
import { assignCharge } from './assignments.service.ts'
import { cancelCharge, captureCharge } from './charge-changes.service.ts'
import { parseCents, parseNewCharge } from './charges.input.ts'
import { chargeList } from './charges.listing.ts'
import { presentCharge, presentChargeRefund, presentProcessorCharge } from './charges.presenter.ts'
import { type GatewayCharge, getStoredCharge, listChargeRefunds } from './charges.queries.ts'
import { authorizeCharge } from './charges.service.ts'
import { readCharge, readNewestCharge } from './processor-charges.service.ts'
import { refundCharge } from './refunds.service.ts'

/** Charges: payments by card or bank debit on the gateways of the tenant. */
export const charges: FastifyPluginAsync = async (app) => {
  serve(app, operations.getCharge, async ({ scope, query }) => {
    const found = query.chargeid
      ? await readCharge(scope, app.processorTools, query.chargeid)
      : await readNewestCharge(scope, app.processorTools)
    return jsonMessage(presentProcessorCharge(found))
  })

  serveList(app, operations.listGatewayCharges, chargeList, parseListQuery)

  serve(app, operations.createCharge, async ({ scope, body }, reply) =>
    sendCharge(
      reply,
      await authorizeCharge(scope, app.processorTools, {
        ...parseNewCharge(body),
        requestKey: makeRequestKey(scope, 'charge'),
      }),
    ),
  )

  serve(app, operations.getGatewayCharge, async ({ scope, params }, reply) =>
    sendCharge(reply, await getStoredCharge(scope, params.epaymenttransactionid)),
  )

  serve(app, operations.listChargeRefunds, async ({ scope, params }) =>
    (await listChargeRefunds(scope, params.epaymenttransactionid)).map(presentChargeRefund),
  )

  serve(app, operations.assignCharge, async ({ scope, params, body }, reply) =>
    sendCharge(reply, await assignCharge(scope, params.epaymenttransactionid, body)),
  )

  serve(app, operations.captureCharge, async ({ scope, params, body }, reply) =>
    sendCharge(reply, await captureCharge(scope, app.processorTools, params.epaymenttransactionid, parseCents(body))),
  )

  serve(app, operations.cancelCharge, async ({ scope, params }, reply) =>
    sendCharge(reply, await cancelCharge(scope, app.processorTools, params.epaymenttransactionid)),
  )

  serve(app, operations.refundCharge, async ({ scope, params, body }, reply) => {
    const refund = { cents: parseCents(body), requestKey: makeRequestKey(scope, 'refund') }
    return sendCharge(reply, await refundCharge(scope, app.processorTools, params.epaymenttransactionid, refund))
  })
}

const sendCharge = (reply: FastifyReply, charge: GatewayCharge) => {
  sendVersion(reply, charge.auditId)
  return presentCharge(charge)
}
