import type { Area } from '#areas/area'
import { contactFacts } from '#areas/people/contacts/contact-facts.listing'
import { deletionChecks } from '#areas/people/contacts/contact-followers.service'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { presented, written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { Prisma } from '#prisma/client'
import { readAccount } from './accounts/accounts.queries.ts'
import { seedAccounts } from './accounts/accounts.seeds.ts'
import { presentBilling } from './billing/billing.presenter.ts'
import { getBilling } from './billing/billing.queries.ts'
import {
  accountEvents,
  bookEvents,
  closedPeriodEvents,
  contactBillingEvents,
  discountEvents,
  feeItemEvents,
  taxRegionEvents,
  taxSetEvents,
  transactionClassEvents,
} from './books.events.ts'
import { books } from './books.routes.ts'
import { readTransactionClass } from './classes/classes.queries.ts'
import { presentClosedPeriod } from './closed-period.presenter.ts'
import { getClosedPeriod } from './closed-period.queries.ts'
import { readCredit } from './credits/credits.queries.ts'
import { readDiscount } from './discounts/discounts.queries.ts'
import { documentUses } from './documents/documents.uses.ts'
import { readFeeItem } from './fee-items/fee-items.queries.ts'
import { readInvoice } from './invoices/invoices.queries.ts'
import { TAKE_IN_PERSON, takeInPerson } from './paid-people/paid-people.job.ts'
import { paidPeople } from './paid-people/paid-people.subscriber.ts'
import { readPayment } from './payments/payments.queries.ts'
import { balanceFact } from './receivables/receivables.listing.ts'
import { requireNoOpenDocuments } from './receivables/receivables.queries.ts'
import { readRefund } from './refunds/refunds.queries.ts'
import { readTaxRegion } from './tax-regions/tax-regions.queries.ts'
import { readTaxSet } from './tax-sets/tax-sets.queries.ts'
import { readWriteOff } from './write-offs/write-offs.queries.ts'

/** Describes a use by a column of a table whose records have names. */
const namedUse = (of: string, table: string, column: string, noun: string, remedy: string): RecordUse => ({
  of,
  user: noun,
  users: noun.endsWith('class') ? `${noun}es` : `${noun}s`,
  scope: 'books:read',
  remedy,
  rows: (tenantId) => Prisma.sql`SELECT x.${Prisma.raw(column)} AS used_id, x.id, x.name
    FROM ${Prisma.raw(table)} x WHERE x.tenant_id = ${tenantId}::integer`,
})

/** What the setup records of the books use. */
const bookUses: readonly RecordUse[] = [
  namedUse('account', 'fee_item', 'account_id', 'fee item', 'Give the fee item another account first.'),
  namedUse('account', 'discount', 'account_id', 'discount', 'Give the discount another account first.'),
  namedUse(
    'transactionclass',
    'transaction_class',
    'parent_id',
    'child class',
    'Move or delete the child classes first.',
  ),
  namedUse('transactionclass', 'fee_item', 'class_id', 'fee item', 'Give the fee item another class first.'),
  namedUse('taxregion', 'tax_set', 'region_id', 'tax set', 'Give the tax set another region first.'),
  namedUse('taxset', 'fee_item', 'tax_set_id', 'fee item', 'Give the fee item another tax set first.'),
]

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
  additions: [
    addTo(
      contactMoves,
      { kind: 'entries', table: 'journal_entry', column: 'contact_id', meaning: 'data' },
      { kind: 'entryLines', table: 'journal_line', column: 'contact_id', meaning: 'data' },
      // A contact is one customer, of the books and of the ledger: the winner keeps its own settings and id.
      { kind: 'billing', table: 'contact_billing', column: 'contact_id', meaning: 'data', sameAs: 'true' },
      { kind: 'invoices', table: 'invoice', column: 'contact_id', meaning: 'data' },
      { kind: 'invoices', table: 'invoice', column: 'for_contact_id', meaning: 'data' },
      { kind: 'payments', table: 'payment', column: 'contact_id', meaning: 'data' },
      { kind: 'credits', table: 'credit', column: 'contact_id', meaning: 'data' },
      { kind: 'refunds', table: 'refund', column: 'contact_id', meaning: 'data' },
      { kind: 'writeOffs', table: 'write_off', column: 'contact_id', meaning: 'data' },
    ),
    addTo(deletionChecks, requireNoOpenDocuments),
    addTo(contactFacts, balanceFact),
  ],
}
