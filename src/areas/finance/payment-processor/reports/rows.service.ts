import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import { instantAt } from '#kernel/time/local-time'
import type { ProcessorReport } from '#prisma/client'
import { type GatewayAccount, listAccounts } from '../accounts/accounts.queries.ts'
import { type ChargePage, type ChargeState, type PaymentProcessor, ProcessorFault } from '../payment-processor.port.ts'
import { type ProcessorTools, processorOf } from '../processors.service.ts'
import type { Table } from './table.model.ts'

/** A report has at most so many rows: all of them are in memory while the file is written. */
/** A spreadsheet takes much longer to write than CSV. */
const MAX_ROWS = { CSV: 50_000, XLSX: 20_000 }
const PAGE = 100

/** Called with the percentage that is read. */
type Progress = (percent: number) => Promise<void>

/** Reads the rows of a report from the processor. @throws ProcessorFault, ReportFailure. */
export const readRows = (
  scope: Scope,
  tools: ProcessorTools,
  report: ProcessorReport,
  onProgress: Progress,
): Promise<Table> =>
  report.kind === 'NegativeBalances'
    ? readNegativeBalances(scope, tools, onProgress)
    : readCharges(scope, tools, report, onProgress)

/** The report cannot be made. Its message is for people. */
export class ReportFailure extends Error {
  override readonly name = 'ReportFailure'
}

const CHARGE_COLUMNS = [
  ...[
    'Gateway',
    'Account',
    'Charge',
    'Date',
    'Amount',
    'Captured',
    'Refunded',
    'Currency',
    'Status',
    'Card',
    'Last four',
  ],
  ...['Description', 'Failure'],
]

const readCharges = async (
  scope: Scope,
  tools: ProcessorTools,
  { startOn, endOn, format }: ProcessorReport,
  onProgress: Progress,
): Promise<Table> => {
  const { timeZone } = scope.tenant
  const from = instantAt(timeZone, dayOf(startOn ?? scope.clock.now()), '00:00')
  const to = instantAt(timeZone, addDays(dayOf(endOn ?? scope.clock.now()), 1), '00:00')
  const max = format === 'XLSX' ? MAX_ROWS.XLSX : MAX_ROWS.CSV
  const remedy = format === 'XLSX' ? 'Choose a shorter span or CSV.' : 'Choose a shorter span.'
  const rows: Table['rows'] = []
  const accounts = await listAccounts(scope)
  for (const [index, account] of accounts.entries()) {
    const processor = await processorOf(scope, tools, account)
    for await (const charges of pagesOf(processor, account.uid, { from, to })) {
      rows.push(...charges.map((charge) => chargeRow(account, charge)))
      if (rows.length > max) throw new ReportFailure(`The report has more than ${max} rows. ${remedy}`)
      // Charges are read from the newest to the oldest.
      const oldest = charges.at(-1)?.createdAt ?? from
      const share = (to.getTime() - oldest.getTime()) / (to.getTime() - from.getTime())
      await onProgress(percentOf(index + share, accounts.length))
    }
  }
  return { columns: CHARGE_COLUMNS, rows }
}

async function* pagesOf(
  processor: PaymentProcessor,
  account: string,
  span: { from: Date; to: Date },
): AsyncGenerator<ChargeState[]> {
  let after: string | null = null
  do {
    const page: ChargePage = await processor.listCharges(account, { ...span, after, limit: PAGE })
    yield page.charges
    after = page.after
  } while (after !== null)
}

const chargeRow = ({ gateway, uid }: GatewayAccount, charge: ChargeState): Table['rows'][number] => [
  ...[gateway.name, uid, charge.uid, charge.createdAt.toISOString()],
  ...[charge.cents / 100, charge.capturedCents / 100, charge.refundedCents / 100, charge.currencyCode],
  ...[charge.status, charge.cardBrand, charge.lastFour, charge.description, charge.failureMessage],
]

const BALANCE_COLUMNS = ['Gateway', 'Account', 'Currency', 'Balance']

const readNegativeBalances = async (scope: Scope, tools: ProcessorTools, onProgress: Progress): Promise<Table> => {
  const rows: Table['rows'] = []
  const accounts = await listAccounts(scope)
  for (const [index, account] of accounts.entries()) {
    const balances = await (await processorOf(scope, tools, account)).getBalance(account.uid)
    for (const { currencyCode, cents } of balances)
      if (cents < 0) rows.push([account.gateway.name, account.uid, currencyCode, cents / 100])
    await onProgress(percentOf(index + 1, accounts.length))
  }
  return { columns: BALANCE_COLUMNS, rows }
}

/** The last percents are for the file. */
const MAX_PERCENT = 95

const percentOf = (done: number, all: number): number => Math.floor((done / all) * MAX_PERCENT)

/** Whether a repeat of the job can succeed. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ReportFailure) && !(error instanceof ProcessorFault && error.kind !== 'unavailable')
