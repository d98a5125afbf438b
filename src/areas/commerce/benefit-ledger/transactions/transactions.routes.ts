import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefits'
import { JsonText, serve } from '#kernel/http/serve'
import { serveList } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRow } from '#kernel/listing/list-rows'
import { reverseTransaction } from './reversals.service.ts'
import { benefitTransactionList } from './transactions.listing.ts'

/** Serves the transactions of the ledger. */
export const benefitTransactions: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listBenefitTransactions, benefitTransactionList, parseNamedListQuery)

  serve(app, operations.getBenefitTransaction, ({ scope, params }) =>
    sendRow(scope, benefitTransactionList(scope), params.benefitTransactionId, 'transaction'),
  )

  serve(
    app,
    operations.reverseBenefitTransaction,
    async ({ scope, params, body }) =>
      new JsonText(await reverseTransaction(scope, params.benefitTransactionId, body.Reason ?? null)),
  )
}
