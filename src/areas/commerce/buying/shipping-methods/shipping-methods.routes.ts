import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store-buying'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { shippingMethodList } from './shipping-methods.listing.ts'
import { listShippingMethodChoices, readShippingMethod } from './shipping-methods.queries.ts'
import { deleteShippingMethod, saveShippingMethod } from './shipping-methods.service.ts'

/** The ways in which orders are delivered. */
export const shippingMethods: FastifyPluginAsync = async (app) => {
  serve(app, operations.listShippingMethods, (request, reply) =>
    sendList(request, reply, shippingMethodList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupShippingMethods, async ({ scope }) =>
    presentChoices(await listShippingMethodChoices(scope)),
  )

  serve(app, operations.getShippingMethod, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readShippingMethod(scope, params.shippingMethodId)),
  )

  serve(app, operations.saveShippingMethod, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveShippingMethod(scope, params.shippingMethodId, body, expected))
  })

  serve(app, operations.deleteShippingMethod, async (request) => {
    await deleteShippingMethod(request.scope, request.params.shippingMethodId, expectedIfMatch(request))
    return {}
  })
}
