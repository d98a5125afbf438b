import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/fee-items'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { discountList } from './discounts.listing.ts'
import { listDiscountChoices, readDiscount } from './discounts.queries.ts'
import { deleteDiscount, saveDiscount } from './discounts.service.ts'

/** Discounts on lines of invoices. */
export const discounts: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listDiscounts, discountList, parseNamedListQuery)

  serveLookup(app, operations.lookupDiscounts, listDiscountChoices)

  serveRow(app, operations.getDiscount, (scope, { params }) => readDiscount(scope, params.discountId))

  serveSave(app, operations.saveDiscount, (scope, { params, body, expected }) =>
    saveDiscount(scope, params.discountId, body, expected),
  )

  serveDelete(app, operations.deleteDiscount, (scope, { params, expected }) =>
    deleteDiscount(scope, params.discountId, expected),
  )
}
