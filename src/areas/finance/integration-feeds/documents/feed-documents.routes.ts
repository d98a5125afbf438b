import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/integration-feeds'
import { serve } from '#kernel/http/serve'
import {
  presentFedCredit,
  presentFedInvoice,
  presentFedPayment,
  presentFedRefund,
  presentFedWriteOff,
} from './feed-documents.presenter.ts'
import { getFedCredit, getFedInvoice, getFedPayment, getFedRefund, getFedWriteOff } from './feed-documents.queries.ts'

/** Documents of the books for an external ledger, one by one. */
export const feedDocuments: FastifyPluginAsync = async (app) => {
  serve(app, operations.getFeedInvoice, async ({ scope, params }) =>
    presentFedInvoice(await getFedInvoice(scope, params.id)),
  )

  serve(app, operations.getFeedPayment, async ({ scope, params }) =>
    presentFedPayment(await getFedPayment(scope, params.id), scope.tenant.currencyCode),
  )

  serve(app, operations.getFeedCredit, async ({ scope, params, query }) => {
    const credit = await getFedCredit(scope, params.id, query.includevoided ?? false)
    return presentFedCredit(credit, scope.tenant.currencyCode)
  })

  serve(app, operations.getFeedRefund, async ({ scope, params }) =>
    presentFedRefund(await getFedRefund(scope, params.id), scope.tenant.currencyCode),
  )

  serve(app, operations.getFeedWriteOff, async ({ scope, params }) =>
    presentFedWriteOff(await getFedWriteOff(scope, params.id), scope.tenant.currencyCode),
  )
}
