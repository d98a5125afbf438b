import { byName, bySave, type Listed, NUMBERS } from './listed.ts'

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

/** Rows of lists of the books. */
export const FINANCE_LISTS: Record<string, Listed> = {
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
}
