import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/taxes'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { taxRegionList } from './tax-regions.listing.ts'
import { listTaxRegionChoices, readTaxRegion } from './tax-regions.queries.ts'
import { deleteTaxRegion, saveTaxRegion } from './tax-regions.service.ts'

export const taxRegions: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listTaxRegions, taxRegionList, parseNamedListQuery)

  serveLookup(app, operations.lookupTaxRegions, listTaxRegionChoices)

  serveRow(app, operations.getTaxRegion, (scope, { params }) => readTaxRegion(scope, params.taxRegionId))

  serveSave(app, operations.saveTaxRegion, (scope, { params, body, expected }) =>
    saveTaxRegion(scope, params.taxRegionId, body, expected),
  )

  serveDelete(app, operations.deleteTaxRegion, (scope, { params, expected }) =>
    deleteTaxRegion(scope, params.taxRegionId, expected),
  )
}
