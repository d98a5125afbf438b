import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/printouts'
import { badInput } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { readInvoiceContent, readReceiptContent, readStatementContent } from './printouts.queries.ts'
import { sendPrintout, sendPrintoutFile } from './sending.service.ts'

/** Invoices, receipts and statements as HTML and PDF, and the mails with them. */
export const printouts: FastifyPluginAsync = async (app) => {
  serve(app, operations.getInvoiceDocument, async (request, reply) =>
    sendPrintoutFile(app.files, request, reply, await readInvoiceContent(request.scope, request.params.invoiceId)),
  )

  serve(app, operations.getPaymentDocument, async (request, reply) =>
    sendPrintoutFile(app.files, request, reply, await readReceiptContent(request.scope, request.params.paymentId)),
  )

  serve(app, operations.getStatementDocument, async (request, reply) => {
    const { scope, params, query } = request
    return sendPrintoutFile(app.files, request, reply, await readStatementContent(scope, params.contactId, query))
  })

  serve(app, operations.sendInvoiceDocument, async ({ scope, params, body }) =>
    sendPrintout(scope, app.files, await readInvoiceContent(scope, params.invoiceId), body),
  )

  serve(app, operations.sendPaymentDocument, async ({ scope, params, body }) =>
    sendPrintout(scope, app.files, await readReceiptContent(scope, params.paymentId), body),
  )

  serve(app, operations.sendStatementDocument, async ({ scope, params, body }) => {
    const from = body.From ?? undefined
    const to = body.To ?? undefined
    if (from && to && from > to) throw badInput('/To', 'must not be before From')
    return sendPrintout(scope, app.files, await readStatementContent(scope, params.contactId, { from, to }), body)
  })
}
