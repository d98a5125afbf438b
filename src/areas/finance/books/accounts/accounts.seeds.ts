import { nameKeyOf } from '#kernel/records/names'
import type { TenantSeed } from '#kernel/tenancy/provision'
import type { AccountType, SystemRole } from './accounts.model.ts'

interface SeededAccount {
  number: string
  name: string
  type: AccountType
  systemRole?: SystemRole
}

/** The chart of accounts of a new tenant. */
const ACCOUNTS: readonly SeededAccount[] = [
  { number: '1000', name: 'Checking account', type: 'Bank' },
  { number: '1100', name: 'Accounts receivable', type: 'AccountsReceivable', systemRole: 'receivable' },
  { number: '1200', name: 'Undeposited funds', type: 'Asset', systemRole: 'undeposited-funds' },
  { number: '1300', name: 'Disputed funds', type: 'Asset', systemRole: 'disputed-funds' },
  { number: '2200', name: 'Sales tax payable', type: 'Liability', systemRole: 'sales-tax' },
  { number: '2300', name: 'Unassigned payments', type: 'Liability', systemRole: 'unassigned-payments' },
  { number: '2400', name: 'Vouchers', type: 'Liability', systemRole: 'vouchers' },
  { number: '3000', name: 'Net assets', type: 'Equity' },
  { number: '4000', name: 'Membership dues', type: 'Income', systemRole: 'membership-income' },
  { number: '4100', name: 'Event fees', type: 'Income' },
  { number: '4200', name: 'Sponsorships and advertising', type: 'Income' },
  { number: '4300', name: 'Merchandise', type: 'Income', systemRole: 'store-income' },
  { number: '4400', name: 'Donations', type: 'Income' },
  { number: '4800', name: 'Shipping', type: 'Income', systemRole: 'shipping-income' },
  { number: '4900', name: 'Discounts', type: 'Income', systemRole: 'discounts' },
  { number: '6000', name: 'Bad debt', type: 'Expense', systemRole: 'bad-debt' },
  { number: '6100', name: 'Processing fees', type: 'Expense', systemRole: 'processing-fees' },
]

/** Creates the chart of accounts of a new tenant. */
export const seedAccounts: TenantSeed = async (tx, tenantId) => {
  await tx.account.createMany({
    data: ACCOUNTS.map((account) => ({ tenantId, ...account, nameKey: nameKeyOf(account.name) })),
  })
}
