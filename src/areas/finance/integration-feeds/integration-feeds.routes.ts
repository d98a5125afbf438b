import type { FastifyPluginAsync } from 'fastify'
import { listAccounts } from '#areas/finance/books/accounts/accounts.queries'
import { listNamedClasses } from '#areas/finance/books/classes/classes.queries'
import { listDiscounts } from '#areas/finance/books/discounts/discounts.queries'
import { listFeeItems } from '#areas/finance/books/fee-items/fee-items.queries'
import { listPaymentTypeNames } from '#areas/finance/books/setup-names.queries'
import { listTaxSets } from '#areas/finance/books/tax-sets/tax-sets.queries'
import { listGatewaysWithRequirements } from '#areas/finance/payment-gateways/payment-gateways.queries'
import { operations } from '#contract/finance/integration-feeds'
import { serve } from '#kernel/http/serve'
import { compareByName } from '#kernel/text/by-name'
import { feedContacts } from './contacts/feed-contacts.routes.ts'
import { feedDocuments } from './documents/feed-documents.routes.ts'
import {
  presentAccount,
  presentDiscount,
  presentFeeItem,
  presentPaymentGateway,
  presentPaymentType,
  presentTaxSet,
  presentTransactionClass,
} from './integration-feeds.presenter.ts'

/** The books for an external ledger. */
export const integrationFeeds: FastifyPluginAsync = async (app) => {
  await app.register(feedContacts)
  await app.register(feedDocuments)

  serve(app, operations.getTenantId, async ({ scope }) => scope.db.tenantId)

  serve(app, operations.listFeedAccounts, async ({ scope, query }) =>
    (await listAccounts(scope, query.hideinactive ?? false)).map(presentAccount),
  )

  serve(app, operations.listFeedDiscounts, async ({ scope }) => (await listDiscounts(scope)).map(presentDiscount))

  serve(app, operations.listFeedFeeItems, async ({ scope, query }) =>
    (await listFeeItems(scope, query.hideinactive ?? false)).map(presentFeeItem),
  )

  serve(app, operations.listFeedPaymentGateways, async ({ scope }) =>
    (await listGatewaysWithRequirements(scope)).map(presentPaymentGateway),
  )

  serve(app, operations.listFeedPaymentTypes, async ({ scope }) =>
    (await listPaymentTypeNames(scope)).sort(compareByName).map(presentPaymentType),
  )

  serve(app, operations.listFeedTaxSets, async ({ scope }) => (await listTaxSets(scope)).map(presentTaxSet))

  serve(app, operations.listFeedTransactionClasses, async ({ scope, query }) =>
    (await listNamedClasses(scope, query.hideinactive ?? false)).map(presentTransactionClass),
  )
}
