export const ACCOUNT_TYPES = [
  'Bank',
  'AccountsReceivable',
  'Asset',
  'Liability',
  'Equity',
  'Income',
  'Expense',
] as const

export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** What the books use an account for. Each tenant has exactly one active account with each role. */
export const SYSTEM_ROLES = [
  'receivable',
  'undeposited-funds',
  'sales-tax',
  'membership-income',
  'shipping-income',
  'discounts',
  'bad-debt',
  'processing-fees',
  'disputed-funds',
  'unassigned-payments',
  'store-income',
  'vouchers',
] as const

export type SystemRole = (typeof SYSTEM_ROLES)[number]
