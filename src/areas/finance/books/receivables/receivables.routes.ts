import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/receivables'
import { JsonText, serve } from '#kernel/http/serve'
import { parseListQuery } from '#kernel/listing/input'
import { sendCsv } from '#kernel/listing/list-csv'
import { sendList } from '#kernel/listing/list-response'
import { todayOf } from '../documents/documents.input.ts'
import { journalList } from '../journal/journal.listing.ts'
import { contactReceivableList } from './contact-receivables.listing.ts'
import { downloadContacts, downloadEntries, downloadOpenInvoices, downloadStatement } from './downloads.service.ts'
import { parseMonths } from './months.input.ts'
import { openInvoiceList } from './open-invoices.listing.ts'
import { readContactBalance, readMonthlyFigures, readTotalsByAge, readTrialBalance } from './receivables.queries.ts'
import { readStatement } from './statements.queries.ts'

/** What contacts owe, and the journal. */
export const receivables: FastifyPluginAsync = async (app) => {
  serve(app, operations.getContactStatement, async ({ scope, params, query, url }, reply) => {
    const { text, continuation } = await readStatement(scope, params.contactId, query)
    if (continuation !== null) {
      const [path = '', sent = ''] = url.split('?')
      const next = new URLSearchParams(sent)
      next.set('$skiptoken', continuation)
      reply.header('link', `<${path}?${next.toString().replaceAll('%24', '$')}>; rel="next"`)
    }
    return new JsonText(text)
  })

  serve(
    app,
    operations.getContactBalance,
    async ({ scope, params }) => new JsonText(await readContactBalance(scope, params.contactId)),
  )

  serve(app, operations.listReceivables, async (request, reply) => {
    const { scope, query } = request
    const modelItems = await readTotalsByAge(scope)
    return sendList(request, reply, openInvoiceList(todayOf(scope), scope), parseListQuery(query), { modelItems })
  })

  serve(app, operations.listContactReceivables, (request, reply) =>
    sendList(
      request,
      reply,
      contactReceivableList(todayOf(request.scope), request.scope),
      parseListQuery(request.query),
    ),
  )

  serve(
    app,
    operations.getTrialBalance,
    async ({ scope, query }) => new JsonText(await readTrialBalance(scope, query.asOf ?? null)),
  )

  serve(
    app,
    operations.getMonthlyFigures,
    async ({ scope, query }) => new JsonText(await readMonthlyFigures(scope, parseMonths(query, todayOf(scope)))),
  )

  serve(app, operations.downloadReceivables, async (request) =>
    sendCsv(request, await downloadOpenInvoices(request.scope, parseListQuery(request.query))),
  )

  serve(app, operations.downloadContactReceivables, async (request) =>
    sendCsv(request, await downloadContacts(request.scope, parseListQuery(request.query))),
  )

  serve(app, operations.downloadJournal, async (request) =>
    sendCsv(request, await downloadEntries(request.scope, parseListQuery(request.query))),
  )

  serve(app, operations.downloadContactStatement, async (request) =>
    sendCsv(request, await downloadStatement(request.scope, request.params.contactId, request.query)),
  )

  serve(app, operations.listJournalEntries, (request, reply) =>
    sendList(request, reply, journalList, parseListQuery(request.query)),
  )
}
