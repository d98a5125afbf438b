import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/refunds'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { refundList } from './refunds.listing.ts'
import { readRefund } from './refunds.queries.ts'
import { saveRefund, voidRefund } from './refunds.service.ts'

/** Refunds of payments and credits. */
export const refunds: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listRefunds, refundList, parseListQuery)

  serveRow(app, operations.getRefund, (scope, { params }) => readRefund(scope.db, scope, params.refundId))

  serveSave(app, operations.saveRefund, (scope, { params, body, expected }) =>
    saveRefund(scope, params.refundId, body, expected),
  )

  serveSave(app, operations.voidRefund, (scope, { params, body, expected }) =>
    voidRefund(scope, params.refundId, body ?? {}, expected),
  )
}
