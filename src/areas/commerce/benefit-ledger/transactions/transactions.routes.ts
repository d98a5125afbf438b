import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefits'
import { JsonText, serve } from '#kernel/http/serve'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendRow } from '#kernel/listing/list-rows'
import { reverseTransaction } from './reversals.service.ts'
import { benefitTransactionList } from './transactions.listing.ts'

/** The transactions of the ledger. */
export const benefitTransactions: FastifyPluginAsync = async (app) => {
  serve(app, operations.listBenefitTransactions, (request, reply) =>
    sendList(request, reply, benefitTransactionList(request.scope), parseNamedListQuery(request.query)),
  )

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
