import { formatDocumentNumber } from '#areas/finance/books/book-documents.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import { instantAt } from '#kernel/time/local-time'
import type { Prisma, ProcessorReport } from '#prisma/client'
import { localText } from '#services/csv/csv-lines'
import { type GatewayAccount, listAccounts } from '../accounts/accounts.queries.ts'
import { type ChargePage, type ChargeState, type PaymentProcessor, ProcessorFault } from '../payment-processor.port.ts'
import { openProcessor, type ProcessorTools } from '../processors.service.ts'
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
  ...['Description', 'Failure', 'Fee', 'Contact id', 'Contact', 'Payment', 'Refunds'],
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
    const processor = await openProcessor(scope, tools, account)
    for await (const charges of pagesOf(processor, account.uid, { from, to })) {
      const stored = await findStored(scope, charges)
      rows.push(...charges.map((charge) => chargeRow(scope, account, charge, stored.get(charge.uid))))
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

/** Finds what is stored of charges, by the processor's id. */
const findStored = async (
  { db }: Scope,
  charges: readonly ChargeState[],
): Promise<ReadonlyMap<string, ReportedCharge>> => {
  const rows = await db.prisma.processorCharge.findMany({
    where: { tenantId: db.tenantId, uid: { in: charges.map(({ uid }) => uid) } },
    include: WITH_PAYER,
  })
  return new Map(rows.flatMap((row) => (row.uid === null ? [] : [[row.uid, row]])))
}

const WITH_PAYER = {
  contact: { select: { id: true, displayName: true, deletedAt: true } },
  payment: { select: { number: true } },
  refunds: { select: { refund: { select: { number: true } } }, orderBy: { id: 'asc' } },
} as const

type ReportedCharge = Prisma.ProcessorChargeGetPayload<{ include: typeof WITH_PAYER }>

const chargeRow = (
  { tenant }: Scope,
  { gateway, uid }: GatewayAccount,
  charge: ChargeState,
  stored: ReportedCharge | undefined,
): Table['rows'][number] => [
  ...[gateway.name, uid, charge.uid, localText(tenant.timeZone, charge.createdAt)],
  ...[charge.cents / 100, charge.capturedCents / 100, charge.refundedCents / 100, charge.currencyCode],
  ...[charge.status, charge.cardBrand, charge.lastFour, charge.description, charge.failureMessage],
  charge.movements.filter(({ type }) => type === 'Sale').reduce((sum, { feeCents }) => sum + feeCents, 0) / 100,
  ...payerOf(stored),
  stored?.payment ? formatDocumentNumber('payment', stored.payment.number) : null,
  refundsOf(stored),
]

/** Returns the numbers of the refunds in the books, also of those that the bank rejected. */
const refundsOf = (stored: ReportedCharge | undefined): string | null => {
  const numbers = stored?.refunds.flatMap(({ refund }) =>
    refund ? [formatDocumentNumber('refund', refund.number)] : [],
  )
  return numbers?.length ? numbers.join(', ') : null
}

/** Returns the id and the name of the contact that paid. A contact that is deleted is not shown. */
const payerOf = (stored: ReportedCharge | undefined): (string | null)[] =>
  stored?.contact?.deletedAt === null ? [String(stored.contact.id), stored.contact.displayName] : [null, null]

const BALANCE_COLUMNS = ['Gateway', 'Account', 'Currency', 'Balance']

const readNegativeBalances = async (scope: Scope, tools: ProcessorTools, onProgress: Progress): Promise<Table> => {
  const rows: Table['rows'] = []
  const accounts = await listAccounts(scope)
  for (const [index, account] of accounts.entries()) {
    const balances = await (await openProcessor(scope, tools, account)).getBalance(account.uid)
    for (const { currencyCode, cents } of balances)
      if (cents < 0) rows.push([account.gateway.name, account.uid, currencyCode, cents / 100])
    await onProgress(percentOf(index + 1, accounts.length))
  }
  return { columns: BALANCE_COLUMNS, rows }
}

/** The last percents are for the file. */
const MAX_PERCENT = 95

const percentOf = (done: number, all: number): number => Math.floor((done / all) * MAX_PERCENT)

/** Returns whether a repeat of the job can succeed. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ReportFailure) && !(error instanceof ProcessorFault && error.kind !== 'unavailable')
