import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/fee-items'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { discountList } from './discounts.listing.ts'
import { listDiscountChoices, readDiscount } from './discounts.queries.ts'
import { deleteDiscount, saveDiscount } from './discounts.service.ts'

/** Discounts on lines of invoices. */
export const discounts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listDiscounts, (request, reply) =>
    sendList(request, reply, discountList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupDiscounts, async ({ scope }) => presentChoices(await listDiscountChoices(scope)))

  serve(app, operations.getDiscount, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readDiscount(scope, params.discountId)),
  )

  serve(app, operations.saveDiscount, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveDiscount(scope, params.discountId, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteDiscount, async (request) => {
    await deleteDiscount(request.scope, request.params.discountId, expectedIfMatch(request))
    return {}
  })
}
