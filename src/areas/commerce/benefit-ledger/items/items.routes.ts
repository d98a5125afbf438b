import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefits'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { benefitItemList } from './items.listing.ts'
import { listBenefitItemChoices, readBenefitItem } from './items.queries.ts'
import { deleteBenefitItem, saveBenefitItem } from './items.service.ts'

/** Benefits, which packages contain. */
export const benefitItems: FastifyPluginAsync = async (app) => {
  serve(app, operations.listBenefitItems, (request, reply) =>
    sendList(request, reply, benefitItemList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupBenefitItems, async ({ scope }) => presentChoices(await listBenefitItemChoices(scope)))

  serve(app, operations.getBenefitItem, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readBenefitItem(scope, params.benefitItemId)),
  )

  serve(app, operations.saveBenefitItem, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveBenefitItem(scope, params.benefitItemId, body, expected))
  })

  serve(app, operations.deleteBenefitItem, async (request) => {
    await deleteBenefitItem(request.scope, request.params.benefitItemId, expectedIfMatch(request))
    return {}
  })
}
