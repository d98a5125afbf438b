import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/taxes'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { taxSetList } from './tax-sets.listing.ts'
import { listTaxSetChoices, readTaxSet } from './tax-sets.queries.ts'
import { deleteTaxSet, saveTaxSet } from './tax-sets.service.ts'

/** Tax sets with their rates. */
export const taxSets: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listTaxSets, taxSetList, parseNamedListQuery)

  serveLookup(app, operations.lookupTaxSets, listTaxSetChoices)

  serveRow(app, operations.getTaxSet, (scope, { params }) => readTaxSet(scope, params.taxSetId))

  serveSave(app, operations.saveTaxSet, (scope, { params, body, expected }) =>
    saveTaxSet(scope, params.taxSetId, body, expected),
  )

  serveDelete(app, operations.deleteTaxSet, (scope, { params, expected }) =>
    deleteTaxSet(scope, params.taxSetId, expected),
  )
}
