import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/invoices'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendListCsv } from '#kernel/listing/list-csv'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { INVOICE_FILE, invoiceList } from './invoices.listing.ts'
import { readInvoice } from './invoices.queries.ts'
import { saveInvoice, voidInvoiceOf } from './invoices.service.ts'

/** Invoices of the tenant. */
export const invoices: FastifyPluginAsync = async (app) => {
  serve(app, operations.listInvoices, (request, reply) =>
    sendList(request, reply, invoiceList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.downloadInvoices, (request) =>
    sendListCsv(request, invoiceList(request.scope), parseListQuery(request.query), INVOICE_FILE),
  )

  serve(app, operations.getInvoice, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readInvoice(scope.db, scope, params.invoiceId)),
  )

  serve(app, operations.saveInvoice, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveInvoice(scope, params.invoiceId, body, expected))
  })

  serve(app, operations.voidInvoice, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await voidInvoiceOf(scope, params.invoiceId, body ?? {}, expected))
  })
}
