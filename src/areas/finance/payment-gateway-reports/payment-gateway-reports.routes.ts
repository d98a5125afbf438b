import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-gateway-reports'
import { serve } from '#kernel/http/serve'
import { parseDays, parseMonth } from './gateway-reports.input.ts'
import { statementOf } from './gateway-reports.model.ts'
import {
  presentGatewayChoice,
  presentStatement,
  presentTransaction,
  presentTransfer,
} from './gateway-reports.presenter.ts'
import {
  getReportAccount,
  listReportGateways,
  listTransactions,
  listTransfers,
  readTotals,
  readTransfer,
  typeOf,
} from './gateway-reports.queries.ts'

/** Reports on the accounts of payment gateways, from their transactions. */
export const paymentGatewayReports: FastifyPluginAsync = async (app) => {
  serve(app, operations.getGatewayMonthlyStatement, async ({ scope, query }) => {
    const account = await getReportAccount(scope, {
      uid: query.AccountId,
      gatewayId: query.PaymentGatewayId,
      typeId: numberOf(query.PaymentGatewayTypeId),
    })
    const { first, last } = parseMonth(query, account.timeZone, scope.clock.now())
    const statement = statementOf(await readTotals(scope, account, first, last))
    return { ...monthOf(account.uid, typeOf(account), query), ...presentStatement(statement) }
  })

  serve(app, operations.getGatewayTransfers, async ({ scope, query }) => {
    const account = await getReportAccount(scope, {
      uid: query.AccountId,
      gatewayId: query.PaymentGatewayId,
      typeId: numberOf(query.PaymentGatewayTypeId),
    })
    const { first, last } = parseMonth(query, account.timeZone, scope.clock.now())
    const transfers = await listTransfers(scope, account, first, last)
    return {
      ...monthOf(account.uid, typeOf(account), query),
      Transfers: transfers.map((transfer) => presentTransfer(transfer, account.timeZone)),
    }
  })

  serve(app, operations.getGatewayTransactions, async ({ scope, query }) => {
    const account = await getReportAccount(scope, {
      uid: query.AccountId,
      gatewayId: query.PaymentGatewayId,
      typeId: query.PaymentGatewayTypeId,
    })
    const { first, last } = parseDays(query, account.timeZone, scope.clock.now())
    const transactions = await listTransactions(scope, account, first, last)
    return {
      AccountId: account.uid,
      PaymentGatewayTypeId: typeOf(account),
      Date: query.Date ?? null,
      StartDate: first,
      EndDate: last,
      Transactions: transactions.map(presentTransaction),
    }
  })

  serve(app, operations.getGatewayTransferDetails, async ({ scope, params }) => {
    const account = await getReportAccount(scope, { uid: params.accountid, typeId: params.paymentgatewaytypeid })
    const { transfer, contents } = await readTransfer(scope, account, params.id, params.date)
    return {
      AccountId: account.uid,
      Id: transfer.uid,
      PaymentGatewayTypeId: typeOf(account),
      Date: params.date,
      DisAllowPrint: transfer.status === 'Pending',
      Transactions: contents.map(presentTransaction),
    }
  })

  serve(app, operations.lookupTransactionReportGateways, async ({ scope }) =>
    (await listReportGateways(scope, true)).map(presentGatewayChoice),
  )

  serve(app, operations.lookupPaymentGateways, async ({ scope }) =>
    (await listReportGateways(scope, false)).map(presentGatewayChoice),
  )
}

/** Parses a query that documents digits as text. */
const numberOf = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits))

const monthOf = (uid: string, typeId: 1 | 2 | 3, { Month, Year }: { Month: number; Year: number }) => ({
  AccountId: uid,
  PaymentGatewayTypeId: String(typeId) as '1' | '2' | '3',
  Month,
  Year,
})
