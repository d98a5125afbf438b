import type { Area } from '#areas/area'
import { contactFacts } from '#areas/people/contacts/contact-facts.listing'
import { deletionChecks } from '#areas/people/contacts/contact-followers.service'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { presented, written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { accountEvents } from './accounts/accounts.events.ts'
import { readAccount } from './accounts/accounts.queries.ts'
import { seedAccounts } from './accounts/accounts.seeds.ts'
import { contactBillingEvents } from './billing/billing.events.ts'
import { presentBilling } from './billing/billing.presenter.ts'
import { getBilling } from './billing/billing.queries.ts'
import { bookEvents } from './books.events.ts'
import { books } from './books.routes.ts'
import { bookUses } from './books.uses.ts'
import { transactionClassEvents } from './classes/classes.events.ts'
import { readTransactionClass } from './classes/classes.queries.ts'
import { closedPeriodEvents } from './closed-period.events.ts'
import { presentClosedPeriod } from './closed-period.presenter.ts'
import { getClosedPeriod } from './closed-period.queries.ts'
import { readCredit } from './credits/credits.queries.ts'
import { discountEvents } from './discounts/discounts.events.ts'
import { readDiscount } from './discounts/discounts.queries.ts'
import { documentUses } from './documents/documents.uses.ts'
import { feeItemEvents } from './fee-items/fee-items.events.ts'
import { readFeeItem } from './fee-items/fee-items.queries.ts'
import { readInvoice } from './invoices/invoices.queries.ts'
import { TAKE_IN_PERSON, takeInPerson } from './paid-people/paid-people.job.ts'
import { paidPeople } from './paid-people/paid-people.subscriber.ts'
import { readPayment } from './payments/payments.queries.ts'
import { balanceFact } from './receivables/receivables.listing.ts'
import { requireNoOpenDocuments } from './receivables/receivables.queries.ts'
import { readRefund } from './refunds/refunds.queries.ts'
import { taxRegionEvents } from './tax-regions/tax-regions.events.ts'
import { readTaxRegion } from './tax-regions/tax-regions.queries.ts'
import { taxSetEvents } from './tax-sets/tax-sets.events.ts'
import { readTaxSet } from './tax-sets/tax-sets.queries.ts'
import { readWriteOff } from './write-offs/write-offs.queries.ts'

/** Creates the row of the last closed day, which postings lock. No period is closed. */
const seedClosedPeriod: TenantSeed = async (tx, tenantId) => {
  await tx.closedPeriod.createMany({ data: [{ tenantId }] })
}

export const booksArea: Area = {
  routes: [books],
  events: [
    ...kinds('books', {
      [bookEvents.invoiceIssued]: 'Invoice issued',
      [bookEvents.invoiceUpdated]: 'Invoice updated',
      [bookEvents.invoiceVoided]: 'Invoice voided',
      [bookEvents.paymentRecorded]: 'Payment recorded',
      [bookEvents.paymentUpdated]: 'Payment updated',
      [bookEvents.paymentVoided]: 'Payment voided',
      [bookEvents.creditIssued]: 'Credit issued',
      [bookEvents.creditUpdated]: 'Credit updated',
      [bookEvents.creditVoided]: 'Credit voided',
      [bookEvents.refundRecorded]: 'Refund recorded',
      [bookEvents.refundUpdated]: 'Refund updated',
      [bookEvents.refundVoided]: 'Refund voided',
      [bookEvents.writeOffRecorded]: 'Write-off recorded',
      [bookEvents.writeOffUpdated]: 'Write-off updated',
      [bookEvents.writeOffVoided]: 'Write-off voided',
    }),
    ...changes('books', 'Account', accountEvents),
    ...changes('books', 'Transaction class', transactionClassEvents),
    ...changes('books', 'Tax region', taxRegionEvents),
    ...changes('books', 'Tax set', taxSetEvents),
    ...changes('books', 'Discount', discountEvents),
    ...changes('books', 'Fee item', feeItemEvents),
    ...kinds('books', {
      [contactBillingEvents.updated]: 'Billing of a contact changed',
    }),
    ...kinds('books', {
      [closedPeriodEvents.updated]: 'Closed period changed',
    }),
  ],
  shapes: {
    account: written('books:read', (scope, id) => readAccount(scope, id)),
    transactionclass: written('books:read', (scope, id) => readTransactionClass(scope, id)),
    taxregion: written('books:read', (scope, id) => readTaxRegion(scope, id)),
    taxset: written('books:read', (scope, id) => readTaxSet(scope, id)),
    discount: written('books:read', (scope, id) => readDiscount(scope, id)),
    feeitem: written('books:read', (scope, id) => readFeeItem(scope, id)),
    invoice: written('books:read', (scope, id) => readInvoice(scope.db, scope, id)),
    payment: written('books:read', (scope, id) => readPayment(scope.db, scope, id)),
    credit: written('books:read', (scope, id) => readCredit(scope.db, scope, id)),
    refund: written('books:read', (scope, id) => readRefund(scope.db, scope, id)),
    writeoff: written('books:read', (scope, id) => readWriteOff(scope.db, scope, id)),
    contactbilling: presented('books:read', async (scope, id) => presentBilling(await getBilling(scope, id))),
    closedperiod: presented('books:read', async (scope) => presentClosedPeriod(await getClosedPeriod(scope))),
  },
  uses: [...bookUses, ...documentUses],
  seeds: [seedAccounts, seedClosedPeriod],
  subscribers: [paidPeople],
  tasks: { [TAKE_IN_PERSON]: takeInPerson },
  additions: [addTo(deletionChecks, requireNoOpenDocuments), addTo(contactFacts, balanceFact)],
}
