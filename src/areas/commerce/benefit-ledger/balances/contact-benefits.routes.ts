import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefits'
import { serve } from '#kernel/http/serve'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { contactBenefitList } from './contact-benefits.listing.ts'
import { readContactBenefit } from './contact-benefits.queries.ts'

/** What contacts have of benefits. */
export const contactBenefits: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactBenefits, (request, reply) =>
    sendList(request, reply, contactBenefitList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.getContactBenefit, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readContactBenefit(scope, params.contactBenefitId)),
  )
}
