import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/credits'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { creditList } from './credits.listing.ts'
import { readCredit } from './credits.queries.ts'
import { applyCredit, saveCredit, unapplyCredit, voidCredit } from './credits.service.ts'

/** Credits of contacts, and what of them is applied to invoices. */
export const credits: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listCredits, creditList, parseListQuery)

  serveRow(app, operations.getCredit, (scope, { params }) => readCredit(scope.db, scope, params.creditId))

  serveSave(app, operations.saveCredit, (scope, { params, body, expected }) =>
    saveCredit(scope, params.creditId, body, expected),
  )

  serveSave(app, operations.applyCredit, (scope, { params, body, expected }) =>
    applyCredit(scope, params.creditId, body, expected),
  )

  serveSave(app, operations.unapplyCredit, (scope, { params, body, expected }) =>
    unapplyCredit(scope, params.creditId, body, expected),
  )

  serveSave(app, operations.voidCredit, (scope, { params, body, expected }) =>
    voidCredit(scope, params.creditId, body ?? {}, expected),
  )
}
