import type { Ids, World } from '../world.ts'
import { byName, bySave, type Label, type Listed, NUMBERS } from './listed.ts'

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

const ledgerLog: Listed = {
  order: 'newest',
  create: async (label: Label, _: Ids, { server, caller }: World) => {
    const own = { tenantId: caller.tenant.id, kind: 'invoice', documentId: 1, message: label, createdAt: new Date() }
    await server.database.system.ledgerExecution.create({ data: own })
  },
}

/** Rows of lists of the books. */
export const FINANCE_LISTS: Record<string, Listed> = {
  listLedgerLog: ledgerLog,
  searchLedgerLog: ledgerLog,
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
  getTaxMapping: byName('saveTaxSet'),
  listServiceTaxItems: byName('saveTaxSet'),
}
