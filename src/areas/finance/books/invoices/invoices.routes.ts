import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/invoices'
import { serve } from '#kernel/http/serve'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { sendListCsv } from '#services/csv/list-csv'
import { INVOICE_FILE, invoiceList } from './invoices.listing.ts'
import { readInvoice } from './invoices.queries.ts'
import { saveInvoice, voidInvoiceDocument } from './invoices.service.ts'

export const invoices: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listInvoices, invoiceList, parseListQuery)

  serve(app, operations.downloadInvoices, (request) =>
    sendListCsv(request, invoiceList(request.scope), parseListQuery(request.query), INVOICE_FILE),
  )

  serveRow(app, operations.getInvoice, (scope, { params }) => readInvoice(scope.db, scope, params.invoiceId))

  serveSave(app, operations.saveInvoice, (scope, { params, body, expected }) =>
    saveInvoice(scope, params.invoiceId, body, expected),
  )

  serveSave(app, operations.voidInvoice, (scope, { params, body, expected }) =>
    voidInvoiceDocument(scope, params.invoiceId, body ?? {}, expected),
  )
}
