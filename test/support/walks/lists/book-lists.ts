import { bySave, type Listed, NUMBERS } from './listed.ts'

export const accounts: Listed = {
  order: 'ascending',
  create: bySave('saveAccount', (label) => ({ Name: label, AccountNumber: String(NUMBERS[label]) })),
}

export const discounts: Listed = {
  order: 'name',
  create: bySave('saveDiscount', (label) => ({ Name: label, PromoCode: label, StartDate: null, EndDate: null })),
}
