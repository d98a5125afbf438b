import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/taxes'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { taxSetList } from './tax-sets.listing.ts'
import { listTaxSetChoices, readTaxSet } from './tax-sets.queries.ts'
import { deleteTaxSet, saveTaxSet } from './tax-sets.service.ts'

/** Tax sets with their rates. */
export const taxSets: FastifyPluginAsync = async (app) => {
  serve(app, operations.listTaxSets, (request, reply) =>
    sendList(request, reply, taxSetList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupTaxSets, async ({ scope }) => presentChoices(await listTaxSetChoices(scope)))

  serve(app, operations.getTaxSet, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readTaxSet(scope, params.taxSetId)),
  )

  serve(app, operations.saveTaxSet, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveTaxSet(scope, params.taxSetId, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteTaxSet, async (request) => {
    await deleteTaxSet(request.scope, request.params.taxSetId, expectedIfMatch(request))
    return {}
  })
}
