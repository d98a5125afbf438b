import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefit-ledger'
import type { ItemChoice } from '#contract/shared'
import { JsonText, serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { readAdjustment } from './adjustments/adjustments.queries.ts'
import { saveAdjustment } from './adjustments/adjustments.service.ts'
import { readBenefitSummary } from './balances/contact-benefits.queries.ts'
import { contactBenefits } from './balances/contact-benefits.routes.ts'
import { benefitItems } from './items/items.routes.ts'
import { massBenefits } from './mass/mass.routes.ts'
import { benefitPackages } from './packages/packages.routes.ts'
import { TRANSACTION_TYPES } from './transactions/transaction-types.model.ts'
import { readLedger } from './transactions/transactions.queries.ts'
import { benefitTransactions } from './transactions/transactions.routes.ts'
import { recordUsage } from './usage/usage.service.ts'

/** Presents the types of transactions as choices. @param selected the number or the name of the selected type. */
const presentTransactionTypes = (selected: string): ItemChoice[] =>
  Object.entries(TRANSACTION_TYPES).map(([id, name], index) => ({
    IsSelected: selected === id || selected.toLowerCase() === name.toLowerCase(),
    PreviouslySelected: false,
    Id: Number(id),
    Name: name,
    Order: index + 1,
  }))

/** Serves the benefits of contacts. Memberships and sponsors grant them by `grants`. */
export const benefitLedger: FastifyPluginAsync = async (app) => {
  await app.register(benefitItems)
  await app.register(benefitPackages)
  await app.register(contactBenefits)
  await app.register(benefitTransactions)
  await app.register(massBenefits)

  serve(
    app,
    operations.getBenefitEntries,
    async ({ scope, params }) =>
      new JsonText(await readLedger(scope, { contactId: params.contactid, itemId: params.benefititemid })),
  )

  serve(app, operations.getBenefitAdjustment, ({ scope, params }) => readAdjustment(scope, params.contactid))

  serveAction(app, operations.saveBenefitAdjustment, (scope, { body }) => saveAdjustment(scope, body))

  serve(app, operations.lookupBenefitTransactionTypes, async ({ params }) =>
    presentTransactionTypes(params.defaulttransactiontype),
  )

  serve(app, operations.recordBenefitUsage, async ({ scope, body }) => {
    const owner = await recordUsage(scope, body)
    return new JsonText(await readBenefitSummary(scope, owner))
  })
}
