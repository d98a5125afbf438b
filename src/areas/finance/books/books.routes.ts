import type { FastifyPluginAsync } from 'fastify'
import { accounts } from './accounts/accounts.routes.ts'
import { billing } from './billing/billing.routes.ts'
import { transactionClasses } from './classes/classes.routes.ts'
import { closedPeriod } from './closed-period.routes.ts'
import { credits } from './credits/credits.routes.ts'
import { discounts } from './discounts/discounts.routes.ts'
import { feeItems } from './fee-items/fee-items.routes.ts'
import { invoices } from './invoices/invoices.routes.ts'
import { paymentTypes } from './payment-types.routes.ts'
import { payments } from './payments/payments.routes.ts'
import { receivables } from './receivables/receivables.routes.ts'
import { refunds } from './refunds/refunds.routes.ts'
import { taxRegions } from './tax-regions/tax-regions.routes.ts'
import { taxSets } from './tax-sets/tax-sets.routes.ts'
import { writeOffs } from './write-offs/write-offs.routes.ts'

export const books: FastifyPluginAsync = async (app) => {
  await app.register(accounts)
  await app.register(transactionClasses)
  await app.register(taxRegions)
  await app.register(taxSets)
  await app.register(discounts)
  await app.register(feeItems)
  await app.register(paymentTypes)
  await app.register(invoices)
  await app.register(payments)
  await app.register(credits)
  await app.register(refunds)
  await app.register(writeOffs)
  await app.register(receivables)
  await app.register(billing)
  await app.register(closedPeriod)
}
