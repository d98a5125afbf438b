import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefits'
import { serveList, serveRow } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { contactBenefitList } from './contact-benefits.listing.ts'
import { readContactBenefit } from './contact-benefits.queries.ts'

/** Serves what contacts have of benefits. */
export const contactBenefits: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listContactBenefits, contactBenefitList, parseNamedListQuery)

  serveRow(app, operations.getContactBenefit, (scope, { params }) => readContactBenefit(scope, params.contactBenefitId))
}
