import { addCredit, addInvoice, addPayment } from '../book-documents.ts'
import type { Ids, World } from '../world.ts'
import { byName, bySave, createPerson, dayOf, type Label, type Listed, NUMBERS } from './listed.ts'

const accounts: Listed = {
  order: 'ascending',
  create: bySave('saveAccount', (label) => ({ Name: label, AccountNumber: String(NUMBERS[label]) })),
}

/** Each has its own state, because a pair of country and state is in one region. */
const taxRegions: Listed = {
  order: 'name',
  create: bySave('saveTaxRegion', (label) => ({ Name: label, StateProvince: label })),
}

const discounts: Listed = {
  order: 'name',
  create: bySave('saveDiscount', (label) => ({ Name: label, PromoCode: label, StartDate: null, EndDate: null })),
}

/** Mappings are ordered by name, also of accounts. */
const accountNames: Listed = { ...accounts, order: 'name' }

const subtypes = byName('savePaymentSubtype', 'Name', { PaymentTypeId: '5' })

const reports: Listed = {
  order: 'newest',
  create: async (label, _ids, world) => {
    const day = dayOf(label)
    await world.post('/api/integration/payproc/connectaccountcharges', { StartDate: day, EndDate: day })
    return `charges-${day}`
  },
}

const ledgerLog: Listed = {
  order: 'newest',
  create: async (label: Label, _: Ids, { server, caller }: World) => {
    const own = { tenantId: caller.tenant.id, kind: 'invoice', documentId: 1, message: label, createdAt: new Date() }
    await server.database.system.ledgerExecution.create({ data: own })
  },
}

/** Records of the embedded ledger, which only the sync adds. */
const ledgerRecords = (kind: 'account' | 'customer'): Listed => ({
  order: 'name',
  create: async (label, _ids, { server, caller }) => {
    await server.database.system.embeddedLedgerRecord.create({
      data: { tenantId: caller.tenant.id, kind, name: label },
    })
  },
})

const ledgerDocuments: Listed = {
  order: 'newest',
  create: async (label, _ids, { server, caller }) => {
    const document = { kind: 'invoice', number: label, customerId: '1', datedOn: new Date(dayOf(label)), total: 5 }
    const data = { tenantId: caller.tenant.id, requestId: label, content: {}, ...document }
    await server.database.system.embeddedLedgerDocument.create({ data })
  },
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

/** Rows of lists of the books. */
export const FINANCE_LISTS: Record<string, Listed> = {
  listLedgerLog: ledgerLog,
  listEmbeddedLedgerAccounts: ledgerRecords('account'),
  listEmbeddedLedgerCustomers: ledgerRecords('customer'),
  listEmbeddedLedgerDocuments: ledgerDocuments,
  searchLedgerLog: ledgerLog,
  listInvoices: documents(addInvoice),
  listPayments: documents(addPayment),
  listCredits: documents(addCredit),
  listRefunds: documents(async (world, contactId) =>
    world.post('/api/finance/refunds/0', { PaymentId: await addPayment(world, contactId) }),
  ),
  listWriteOffs: documents(async (world, contactId) =>
    world.post('/api/finance/writeoffs/0', { InvoiceId: await addInvoice(world, contactId) }),
  ),
  listGatewayCharges: {
    order: 'newest',
    create: async (label, _ids, world) => {
      const ContactId = await createPerson(world, label)
      const { PaymentGatewayId } = await world.post('/api/paymentgateways/0', { Name: `Gateway ${world.next()}` })
      const charge = { Amount: 5, PaymentToken: 'tok_visa', ContactId, PaymentGatewayId }
      await world.post('/api/integration/payproc/charges', charge)
    },
  },
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
  getPaymentSubtypeSettings: subtypes,
  lookupPaymentSubtypesOfType: subtypes,
  lookupPaymentSubtypes: subtypes,
  listFeedAccounts: byName('saveAccount', 'Name', { AccountNumber: null }),
  listFeedTransactionClasses: byName('saveTransactionClass'),
  listFeedPaymentGateways: byName('savePaymentGateway'),
  listFeedTaxSets: byName('saveTaxSet'),
  listFeedDiscounts: discounts,
  listFeedFeeItems: byName('saveFeeItem'),
  listFeeItems: byName('saveFeeItem'),
  lookupFeeItems: byName('saveFeeItem'),
  getAccountMapping: accountNames,
  listServiceAccounts: accountNames,
  getWriteOffMapping: accountNames,
  getClassMapping: byName('saveTransactionClass'),
  listServiceClasses: byName('saveTransactionClass'),
  getDiscountMapping: discounts,
  listServiceDiscounts: discounts,
  getFeeItemMapping: byName('saveFeeItem'),
  listServiceFeeItems: byName('saveFeeItem'),
  getPaymentGatewayMapping: byName('savePaymentGateway'),
  listServicePaymentGateways: byName('savePaymentGateway'),
  lookupPaymentGateways: byName('savePaymentGateway'),
  lookupTransactionReportGateways: byName('savePaymentGateway'),
  getConnectAccountCharges: reports,
  listDisputes: { order: 'oldest', create: async (_label, _ids, world) => String((await world.charge()).ChargeId) },
  getTaxMapping: byName('saveTaxSet'),
  listServiceTaxItems: byName('saveTaxSet'),
}
