import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/fee-items'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { feeItemList } from './fee-items.listing.ts'
import { listFeeItemChoices, readFeeItem } from './fee-items.queries.ts'
import { deleteFeeItem, saveFeeItem } from './fee-items.service.ts'

/** Fee items, which lines of invoices sell. */
export const feeItems: FastifyPluginAsync = async (app) => {
  serve(app, operations.listFeeItems, (request, reply) =>
    sendList(request, reply, feeItemList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupFeeItems, async ({ scope }) => presentChoices(await listFeeItemChoices(scope)))

  serve(app, operations.getFeeItem, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readFeeItem(scope, params.feeItemId)),
  )

  serve(app, operations.saveFeeItem, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveFeeItem(scope, params.feeItemId, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteFeeItem, async (request) => {
    await deleteFeeItem(request.scope, request.params.feeItemId, expectedIfMatch(request))
    return {}
  })
}
