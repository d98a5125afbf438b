import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/fee-items'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { feeItemList } from './fee-items.listing.ts'
import { listFeeItemChoices, readFeeItem } from './fee-items.queries.ts'
import { deleteFeeItem, saveFeeItem } from './fee-items.service.ts'

/** Fee items, which lines of invoices sell. */
export const feeItems: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listFeeItems, feeItemList, parseNamedListQuery)

  serveLookup(app, operations.lookupFeeItems, listFeeItemChoices)

  serveRow(app, operations.getFeeItem, (scope, { params }) => readFeeItem(scope, params.feeItemId))

  serveSave(app, operations.saveFeeItem, (scope, { params, body, expected }) =>
    saveFeeItem(scope, params.feeItemId, body, expected),
  )

  serveDelete(app, operations.deleteFeeItem, (scope, { params, expected }) =>
    deleteFeeItem(scope, params.feeItemId, expected),
  )
}
