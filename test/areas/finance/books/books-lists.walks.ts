import type { AreaWalks } from '#test/support/walks/area-walks'
import { addPayment } from '#test/support/walks/book-documents'
import { accounts, discounts } from '#test/support/walks/lists/book-lists'
import { byName, bySave, createPerson, dayOf, type Listed, NUMBERS } from '#test/support/walks/lists/listed'
import type { World } from '#test/support/walks/world'
import { addCredit, addInvoice } from './books-records.ts'

/** Each has its own state, because a pair of country and state is in one region. */
const taxRegions: Listed = {
  order: 'name',
  create: bySave('saveTaxRegion', (label) => ({ Name: label, StateProvince: label })),
}

/** One document for each contact, which has the label as its name. */
const documents = (add: (world: World, contactId: number) => Promise<unknown>): Listed => ({
  order: 'newest',
  create: async (label, _ids, world) => {
    await add(world, await createPerson(world, label))
  },
})

const overdue = (order: Listed['order']): Listed => ({
  order,
  create: async (label, _ids, world) => {
    const dates = { IssuedDate: '2026-01-01', DueDate: dayOf(label) }
    await addInvoice(world, await createPerson(world, label), dates)
  },
})

/** Transactions of the contact of the path, by their printed numbers. */
const statement: Listed = {
  order: 'ascending',
  create: async (label, ids, world) => {
    const id = await addInvoice(world, Number(ids.get('contactid')), { IssuedDate: dayOf(label) })
    return `"${(await world.get(`/api/finance/invoices/${id}`)).DisplayNumber}"`
  },
}

const trialBalance: Listed = {
  order: 'ascending',
  create: async (label, _ids, world) => {
    const account = { Name: label, AccountNumber: String(NUMBERS[label]), AccountType: 'Income' }
    const { AccountId } = await world.post('/api/finance/accounts/0', account)
    const Lines = [{ Description: 'Dues', UnitPrice: 5, AccountId: Number(AccountId) }]
    await addInvoice(world, Number(await world.person()), { Lines })
  },
}

export const walks: AreaWalks = {
  lists: {
    listInvoices: documents(addInvoice),
    listPayments: documents(addPayment),
    listCredits: documents(addCredit),
    listRefunds: documents(async (world, contactId) =>
      world.post('/api/finance/refunds/0', { PaymentId: await addPayment(world, contactId) }),
    ),
    listWriteOffs: documents(async (world, contactId) =>
      world.post('/api/finance/writeoffs/0', { InvoiceId: await addInvoice(world, contactId) }),
    ),
    listReceivables: overdue('ascending'),
    listContactReceivables: overdue('oldest'),
    listJournalEntries: documents(addInvoice),
    getContactStatement: statement,
    getTrialBalance: trialBalance,
    listAccounts: accounts,
    lookupAccounts: accounts,
    listTransactionClasses: byName('saveTransactionClass'),
    lookupTransactionClasses: byName('saveTransactionClass'),
    listTaxRegions: taxRegions,
    lookupTaxRegions: taxRegions,
    listTaxSets: byName('saveTaxSet'),
    lookupTaxSets: byName('saveTaxSet'),
    listDiscounts: discounts,
    lookupDiscounts: discounts,
    listFeeItems: byName('saveFeeItem'),
    lookupFeeItems: byName('saveFeeItem'),
    lookupPaymentTypes: ['Cash', 'Check', 'Credit card', 'ACH', 'Trade', 'External'],
    getMonthlyFigures: 'has one row for each month; its tests check their order',
  },
}
