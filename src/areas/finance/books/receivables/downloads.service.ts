import type { JournalEntryRow, TrialBalance } from '#contract/finance/receivables'
import { attachment } from '#kernel/http/file-name'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { type CsvColumn, writeCsvHead, writeCsvLines } from '#services/csv/csv-lines'
import {
  type CsvDownload,
  cellsOf,
  columnsOfList,
  downloadList,
  MAX_CSV_ROWS,
  tooManyRows,
  writeListCsv,
} from '#services/csv/list-csv'
import { journalList } from '../journal/journal.listing.ts'
import { classNames } from '../names.queries.ts'
import { BUCKETS } from './aging.listing.ts'
import { contactReceivableList, openInvoiceList } from './receivables.listing.ts'
import { readStatementRows, readTrialBalance } from './receivables.queries.ts'

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
const LINE_COLUMNS = ['AccountId', 'AccountName', 'ClassId']
const STATEMENT_COLUMNS = ['Date', 'DocumentKind', 'DisplayNumber', 'IsVoid', 'Amount', 'Balance']
const ACCOUNT_COLUMNS = ['AccountId', 'Number', 'Name', 'Type', 'Debit', 'Credit', 'Balance']

const AMOUNTS = new Set(['Amount', 'Debit', 'Credit', 'Balance'])

const columnsOf = (names: readonly string[]): CsvColumn[] =>
  names.map((header) => ({ header, ...(AMOUNTS.has(header) && { type: 'money' }) }))

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
export const downloadEntries = async (scope: Scope, input: ListInput): Promise<CsvDownload> => {
  const classes = await classNames(scope)
  const own = columnsOfList(journalList, ENTRY_COLUMNS)
  const shown = [...own, ...columnsOf([...LINE_COLUMNS, 'ClassName', 'Amount'])]
  return {
    text: await writeListCsv<JournalEntryRow>(scope, journalList, input, shown, (entry) =>
      (entry.Lines ?? []).map((line) => [
        ...[...cellsOf(entry, ENTRY_COLUMNS), ...cellsOf(line, LINE_COLUMNS)],
        ...[line.ClassId === null ? null : classes.get(line.ClassId), line.Amount],
      ]),
    ),
    disposition: attachment(`Journal ${todayOf(scope)}`, 'csv'),
  }
}

/** Writes the trial balance, with the sums as its last line. */
export const downloadTrialBalance = async (scope: Scope, asOf: string | null): Promise<CsvDownload> => {
  const balance = JSON.parse(await readTrialBalance(scope, asOf)) as TrialBalance
  const { Accounts, Debit, Credit } = balance
  const columns = columnsOf(ACCOUNT_COLUMNS)
  const lines = (Accounts ?? []).map((account) => cellsOf(account, ACCOUNT_COLUMNS))
  const sums = [null, null, 'Total', null, Debit, Credit, 0]
  return {
    text: writeCsvHead(columns) + writeCsvLines([...lines, sums], columns),
    disposition: attachment(`Trial balance ${asOf ?? todayOf(scope)}`, 'csv'),
  }
}

/** Writes the statement of a contact. @throws 400, 404, 422 too-many-rows. */
export const downloadStatement = async (
  scope: Scope,
  contactId: number,
  period: { from?: string | undefined; to?: string | undefined },
): Promise<CsvDownload> => {
  const found = await readStatementRows(scope, contactId, period, MAX_CSV_ROWS)
  if (found.hasMore) throw tooManyRows()
  const { OpeningBalance, ContactName, Transactions } = found.statement
  const columns = columnsOf(STATEMENT_COLUMNS)
  const opening = ['', '', 'Opening balance', null, null, OpeningBalance]
  const lines = (Transactions ?? []).map((row) => cellsOf(row, STATEMENT_COLUMNS))
  return {
    text: writeCsvHead(columns) + writeCsvLines([opening, ...lines], columns),
    disposition: attachment(`Statement ${ContactName ?? contactId}`, 'csv'),
  }
}
