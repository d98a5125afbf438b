import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payments'
import { serve } from '#kernel/http/serve'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { sendListCsv } from '#services/csv/list-csv'
import { PAYMENT_FILE, paymentList } from './payments.listing.ts'
import { readPayment } from './payments.queries.ts'
import { applyPayment, savePayment, unapplyPayment, voidPayment } from './payments.service.ts'

/** Payments of contacts, and what of them is applied to invoices. */
export const payments: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listPayments, paymentList, parseListQuery)

  serve(app, operations.downloadPayments, (request) =>
    sendListCsv(request, paymentList(request.scope), parseListQuery(request.query), PAYMENT_FILE),
  )

  serveRow(app, operations.getPayment, (scope, { params }) => readPayment(scope.db, scope, params.paymentId))

  serveSave(app, operations.savePayment, (scope, { params, body, expected }) =>
    savePayment(scope, params.paymentId, body, expected),
  )

  serveSave(app, operations.applyPayment, (scope, { params, body, expected }) =>
    applyPayment(scope, params.paymentId, body, expected),
  )

  serveSave(app, operations.unapplyPayment, (scope, { params, body, expected }) =>
    unapplyPayment(scope, params.paymentId, body, expected),
  )

  serveSave(app, operations.voidPayment, (scope, { params, body, expected }) =>
    voidPayment(scope, params.paymentId, body ?? {}, expected),
  )
}
