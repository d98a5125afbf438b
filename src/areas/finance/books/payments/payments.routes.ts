import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payments'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendListCsv } from '#kernel/listing/list-csv'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { PAYMENT_FILE, paymentList } from './payments.listing.ts'
import { readPayment } from './payments.queries.ts'
import { applyPayment, savePayment, unapplyPayment, voidPayment } from './payments.service.ts'

/** Payments of contacts, and what of them is applied to invoices. */
export const payments: FastifyPluginAsync = async (app) => {
  serve(app, operations.listPayments, (request, reply) =>
    sendList(request, reply, paymentList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.downloadPayments, (request) =>
    sendListCsv(request, paymentList(request.scope), parseListQuery(request.query), PAYMENT_FILE),
  )

  serve(app, operations.getPayment, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readPayment(scope.db, scope, params.paymentId)),
  )

  serve(app, operations.savePayment, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await savePayment(scope, params.paymentId, body, expected))
  })

  serve(app, operations.applyPayment, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await applyPayment(scope, params.paymentId, body, expected))
  })

  serve(app, operations.unapplyPayment, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await unapplyPayment(scope, params.paymentId, body, expected))
  })

  serve(app, operations.voidPayment, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await voidPayment(scope, params.paymentId, body ?? {}, expected))
  })
}
