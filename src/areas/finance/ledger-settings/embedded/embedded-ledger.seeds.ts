import type { AccountType } from '#areas/finance/books/accounts/accounts.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { LedgerList } from '../ledger.port.ts'

interface SeededRecord {
  name: string
  /** The type of an account. */
  type?: AccountType
  /** The name of its account. */
  account?: string
  /** The name of its class. */
  className?: string
}

const ACCOUNTS: readonly SeededRecord[] = [
  { name: 'Accounts Receivable', type: 'AccountsReceivable' },
  { name: 'Undeposited Funds', type: 'Asset' },
  { name: 'Disputed Funds', type: 'Asset' },
  { name: 'Checking', type: 'Bank' },
  { name: 'Sales Tax Payable', type: 'Liability' },
  { name: 'Unassigned Payments', type: 'Liability' },
  { name: 'Net Assets', type: 'Equity' },
  { name: 'Shipping Income', type: 'Income' },
  { name: 'Membership Dues', type: 'Income' },
  { name: 'Event Revenue', type: 'Income' },
  { name: 'Sponsorship Income', type: 'Income' },
  { name: 'Store Sales', type: 'Income' },
  { name: 'Donations', type: 'Income' },
  { name: 'Discounts Given', type: 'Income' },
  { name: 'Bad Debt', type: 'Expense' },
  { name: 'Processing Fees', type: 'Expense' },
]
const CLASSES = ['Administration', 'Education', 'Events', 'Membership']

/** The records of a new embedded ledger, so that an office can try the mappings and the sync without an account. */
const RECORDS: [LedgerList, readonly SeededRecord[]][] = [
  ['account', ACCOUNTS],
  ['class', CLASSES.map((name) => ({ name }))],
  [
    'item',
    [
      { name: 'Membership Dues', account: 'Membership Dues', className: 'Membership' },
      { name: 'Event Registration', account: 'Event Revenue', className: 'Events' },
      { name: 'Sponsorship', account: 'Sponsorship Income' },
      { name: 'Merchandise', account: 'Store Sales' },
      { name: 'Donation', account: 'Donations' },
      { name: 'Shipping', account: 'Shipping Income' },
      { name: 'Bad Debt', account: 'Bad Debt' },
    ],
  ],
  ['discount', [{ name: 'Discounts Given', account: 'Discounts Given' }]],
  ['taxCode', [{ name: 'Sales Tax' }, { name: 'Tax Exempt' }]],
  ['paymentMethod', ['Cash', 'Check', 'Credit Card', 'ACH', 'Trade', 'External'].map((name) => ({ name }))],
]

/** Adds the records of a new embedded ledger; those that exist stay. */
export const seedEmbeddedLedger = async ({ db }: Scope, tx: Transaction): Promise<void> => {
  const { tenantId } = db
  const idOf = async (kind: LedgerList, name: string | undefined): Promise<number | null> => {
    const found = name && (await tx.embeddedLedgerRecord.findFirst({ where: { tenantId, kind, name } }))
    return found ? found.id : null
  }
  for (const [kind, records] of RECORDS) {
    const data = []
    for (const { name, type = null, account, className } of records)
      data.push({
        tenantId,
        kind,
        name,
        accountType: type,
        accountId: await idOf('account', account),
        classId: await idOf('class', className),
      })
    await tx.embeddedLedgerRecord.createMany({ data, skipDuplicates: true })
  }
}
