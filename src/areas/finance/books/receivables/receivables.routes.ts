import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/receivables'
import { badInput } from '#kernel/errors/problem'
import { JsonText, serve } from '#kernel/http/serve'
import { serveList } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { addMonths, type Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { sendCsv } from '#services/csv/list-csv'
import { journalList } from '../journal/journal.listing.ts'
import {
  downloadContacts,
  downloadEntries,
  downloadOpenInvoices,
  downloadStatement,
  downloadTrialBalance,
} from './downloads.service.ts'
import { contactReceivableList, openInvoiceList } from './receivables.listing.ts'
import {
  readContactBalance,
  readMonthlyFigures,
  readStatement,
  readTotalsByAge,
  readTrialBalance,
} from './receivables.queries.ts'
import type { MonthRange } from './receivables.sql.ts'

const MAX_MONTHS = 60
const DEFAULT_MONTHS = 12

/** Parses the months of a query, `YYYY-MM`. @param today in the time zone of the tenant. @throws 400. */
const parseMonths = (query: { from?: string; to?: string }, today: Day): MonthRange => {
  const to = `${query.to ?? today.slice(0, 7)}-01`
  const from = query.from === undefined ? addMonths(to, 1 - DEFAULT_MONTHS) : `${query.from}-01`
  if (from > to) throw badInput('query:from', 'must not be after the last month')
  if (addMonths(from, MAX_MONTHS) <= to)
    throw badInput('query:from', `must be less than ${MAX_MONTHS} months before the last one`)
  return { from, to }
}

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

  serveList(
    app,
    operations.listContactReceivables,
    (scope) => contactReceivableList(todayOf(scope), scope),
    parseListQuery,
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

  serve(app, operations.downloadTrialBalance, async (request) =>
    sendCsv(request, await downloadTrialBalance(request.scope, request.query.asOf ?? null)),
  )

  serve(app, operations.downloadContactStatement, async (request) =>
    sendCsv(request, await downloadStatement(request.scope, request.params.contactId, request.query)),
  )

  serveList(app, operations.listJournalEntries, journalList, parseListQuery)
}
