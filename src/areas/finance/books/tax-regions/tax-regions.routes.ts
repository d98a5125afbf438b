import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/taxes'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { taxRegionList } from './tax-regions.listing.ts'
import { listTaxRegionChoices, readTaxRegion } from './tax-regions.queries.ts'
import { deleteTaxRegion, saveTaxRegion } from './tax-regions.service.ts'

/** Tax regions. */
export const taxRegions: FastifyPluginAsync = async (app) => {
  serve(app, operations.listTaxRegions, (request, reply) =>
    sendList(request, reply, taxRegionList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupTaxRegions, async ({ scope }) => presentChoices(await listTaxRegionChoices(scope)))

  serve(app, operations.getTaxRegion, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readTaxRegion(scope, params.taxRegionId)),
  )

  serve(app, operations.saveTaxRegion, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveTaxRegion(scope, params.taxRegionId, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteTaxRegion, async (request) => {
    await deleteTaxRegion(request.scope, request.params.taxRegionId, expectedIfMatch(request))
    return {}
  })
}
