import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefits'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { benefitItemList } from './items.listing.ts'
import { listBenefitItemChoices, readBenefitItem } from './items.queries.ts'
import { deleteBenefitItem, saveBenefitItem } from './items.service.ts'

/** Serves benefits, which packages contain. */
export const benefitItems: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listBenefitItems, benefitItemList, parseNamedListQuery)

  serveLookup(app, operations.lookupBenefitItems, listBenefitItemChoices)

  serveRow(app, operations.getBenefitItem, (scope, { params }) => readBenefitItem(scope, params.benefitItemId))

  serveSave(app, operations.saveBenefitItem, (scope, { params, body, expected }) =>
    saveBenefitItem(scope, params.benefitItemId, body, expected),
  )

  serveDelete(app, operations.deleteBenefitItem, (scope, { params, expected }) =>
    deleteBenefitItem(scope, params.benefitItemId, expected),
  )
}
