import {
  findAccount,
  type GatewayAccount,
  gatewayType,
  KINDS_WITH_ACCOUNT,
  listAccounts,
} from '#areas/finance/payment-processor/accounts/accounts.queries'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import type { PaymentGateway } from '#prisma/client'
import { spanOf } from './gateway-reports.model.ts'
import {
  contentsSql,
  type TransactionRow,
  type TransferRow,
  type TypeTotal,
  transactionsSql,
  transferSql,
  transfersSql,
  typeTotalsSql,
} from './gateway-reports.sql.ts'

/** The account that a report is about, as a request states it. */
export interface AccountChoice {
  uid: string | undefined
  /** The gateway of the account. */
  gatewayId?: number | undefined
  /** 1 payment processor, 2 sandbox, 3 other gateway. */
  typeId: number | undefined
}

const OTHER = 3

/** Returns the account of a report; the tenant's default account if none is stated. @throws 404, 422 no-transactions. */
export const getReportAccount = async (
  scope: Scope,
  { uid, gatewayId, typeId }: AccountChoice,
): Promise<GatewayAccount> => {
  if (typeId === OTHER || (await isOther(scope, gatewayId)))
    throw ruleRefused('no-transactions', 'The transactions of a gateway of the kind Other are not stored here.')
  const account = uid
    ? await findAccount(scope, uid)
    : (await listAccounts(scope)).find(({ gateway }) => gatewayId === undefined || gateway.id === gatewayId)
  const isMeant =
    account &&
    (typeId === undefined || typeOf(account) === typeId) &&
    (gatewayId === undefined || account.gateway.id === gatewayId)
  if (!isMeant) throw notFound('account')
  return account
}

const isOther = async ({ db: { tenantId, prisma } }: Scope, id: number | undefined): Promise<boolean> => {
  if (id === undefined) return false
  const gateway = await prisma.paymentGateway.findFirst({ where: { tenantId, id }, select: { kind: true } })
  return gateway !== null && gatewayType(gateway) === OTHER
}

/** Returns the documented type of the account's gateway. */
export const typeOf = ({ gateway }: GatewayAccount): 1 | 2 | 3 => gatewayType(gateway)

const spanIn = (scope: Scope, account: GatewayAccount, first: Day, last: Day) => ({
  tenantId: scope.db.tenantId,
  accountId: account.id,
  ...spanOf(account.timeZone, first, last),
})

/** Adds up the movements of some days of the account's time zone by type. */
export const readTotals = (scope: Scope, account: GatewayAccount, first: Day, last: Day): Promise<TypeTotal[]> =>
  scope.db.rows<TypeTotal>(typeTotalsSql(spanIn(scope, account, first, last)))

/** Lists the movements of some days of the account's time zone. */
export const listTransactions = (scope: Scope, account: GatewayAccount, first: Day, last: Day) =>
  scope.db.rows<TransactionRow>(transactionsSql(spanIn(scope, account, first, last)))

/** Lists the transfers that were started in some days of the account's time zone. */
export const listTransfers = (scope: Scope, account: GatewayAccount, first: Day, last: Day) =>
  scope.db.rows<TransferRow>(transfersSql(spanIn(scope, account, first, last)))

/**
 * Returns a transfer that was started on a day, with the movements that it is made of. Those of a reversal are the movements
 * of the transfer that came back, with the opposite sign. @throws 404.
 */
export const readTransfer = async (scope: Scope, account: GatewayAccount, uid: string, day: Day) => {
  const { tenantId } = scope.db
  const [transfer] = await scope.db.rows<TransferRow>(transferSql(tenantId, account.id, uid))
  if (!transfer || dayIn(account.timeZone, transfer.startedAt) !== day) throw notFound('transfer')
  const { reversedUid } = transfer
  const contents = await scope.db.rows<TransactionRow>(contentsSql(tenantId, reversedUid ?? uid))
  return { transfer, contents: reversedUid === null ? contents : contents.map((row) => takenBack(row, uid)) }
}

const takenBack = (row: TransactionRow, payoutUid: string): TransactionRow => ({
  ...row,
  amount: fromCents(negated(row.amount)),
  fee: fromCents(negated(row.fee)),
  payoutUid,
})

/** Negates an amount, without a negative zero. */
const negated = (amount: string): number => 0 - toCents(amount)

/** Lists the active gateways by name. @param hasReports only those whose transactions are stored, active or not. */
export const listReportGateways = ({ db }: Scope, hasReports: boolean): Promise<PaymentGateway[]> =>
  db.prisma.paymentGateway.findMany({
    where: { tenantId: db.tenantId, ...(hasReports ? { kind: { in: KINDS_WITH_ACCOUNT } } : { isActive: true }) },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })
