import type { JournalEntryRow } from '#contract/finance/receivables'
import { attachment } from '#kernel/http/file-name'
import {
  type CsvDownload,
  cellsOf,
  downloadList,
  MAX_CSV_ROWS,
  tooManyRows,
  writeCsvLines,
  writeListCsv,
} from '#kernel/listing/list-csv'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { journalList } from '../journal/journal.listing.ts'
import { BUCKETS } from './aging.listing.ts'
import { contactReceivableList, openInvoiceList } from './receivables.listing.ts'
import { readStatementRows } from './receivables.queries.ts'

const INVOICE_COLUMNS = [
  ...[
    'DisplayNumber',
    'ContactId',
    'ContactName',
    'IssuedDate',
    'DueDate',
    'DaysOverdue',
    'Bucket',
    'Total',
    'Balance',
    'DueBalance',
  ],
]
const CONTACT_COLUMNS = ['ContactId', 'ContactName', 'Balance', ...BUCKETS.map(({ name }) => name), 'OpenCredit']
const ENTRY_COLUMNS = ['Date', 'JournalEntryId', 'DocumentKind', 'DisplayNumber', 'ContactId', 'ContactName']
const LINE_COLUMNS = ['AccountId', 'AccountName', 'ClassId', 'Amount']
const STATEMENT_COLUMNS = ['Date', 'DocumentKind', 'DisplayNumber', 'IsVoid', 'Amount', 'Balance']

/** Writes the open invoices by age. @throws 400, 422 too-many-rows. */
export const downloadOpenInvoices = (scope: Scope, input: ListInput): Promise<CsvDownload> =>
  downloadList(scope, openInvoiceList(todayOf(scope), scope), input, {
    name: `Receivables ${todayOf(scope)}`,
    columns: INVOICE_COLUMNS,
  })

/** Writes the contacts by the age of their open invoices. @throws 400, 422 too-many-rows. */
export const downloadContacts = (scope: Scope, input: ListInput): Promise<CsvDownload> =>
  downloadList(scope, contactReceivableList(todayOf(scope), scope), input, {
    name: `Receivables by contact ${todayOf(scope)}`,
    columns: CONTACT_COLUMNS,
  })

/** Writes the journal, one line for each line of an entry. @throws 400, 422 too-many-rows. */
export const downloadEntries = async (scope: Scope, input: ListInput): Promise<CsvDownload> => ({
  text: await writeListCsv<JournalEntryRow>(scope, journalList, input, [...ENTRY_COLUMNS, ...LINE_COLUMNS], (entry) => {
    const own = cellsOf(entry, ENTRY_COLUMNS)
    return (entry.Lines ?? []).map((line) => [...own, ...cellsOf(line, LINE_COLUMNS)])
  }),
  disposition: attachment(`Journal ${todayOf(scope)}`, 'csv'),
})

/** Writes the statement of a contact. @throws 400, 404, 422 too-many-rows. */
export const downloadStatement = async (
  scope: Scope,
  contactId: number,
  period: { from?: string | undefined; to?: string | undefined },
): Promise<CsvDownload> => {
  const found = await readStatementRows(scope, contactId, period, MAX_CSV_ROWS)
  if (found.hasMore) throw tooManyRows()
  const { OpeningBalance, ContactName, Transactions } = found.statement
  const opening = ['', '', 'Opening balance', null, null, OpeningBalance]
  const lines = (Transactions ?? []).map((row) => cellsOf(row, STATEMENT_COLUMNS))
  return {
    text: writeCsvLines([STATEMENT_COLUMNS, opening, ...lines]),
    disposition: attachment(`Statement ${ContactName ?? contactId}`, 'csv'),
  }
}
