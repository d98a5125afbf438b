import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { LedgerList } from '../ledger.port.ts'

interface SeededRecord {
  name: string
  /** The name of its account. */
  account?: string
  /** The name of its class. */
  className?: string
}

const ACCOUNTS = [
  ...[
    'Accounts Receivable',
    'Undeposited Funds',
    'Checking',
    'Sales Tax Payable',
    'Shipping Income',
    'Membership Dues',
  ],
  ...['Event Revenue', 'Sponsorship Income', 'Store Sales', 'Discounts Given', 'Bad Debt'],
]
const CLASSES = ['Administration', 'Education', 'Events', 'Membership']

/** The records of a new embedded ledger, so that an office can try the mappings and the sync without an account. */
const RECORDS: [LedgerList, readonly SeededRecord[]][] = [
  ['account', ACCOUNTS.map((name) => ({ name }))],
  ['class', CLASSES.map((name) => ({ name }))],
  [
    'item',
    [
      { name: 'Membership Dues', account: 'Membership Dues', className: 'Membership' },
      { name: 'Event Registration', account: 'Event Revenue', className: 'Events' },
      { name: 'Sponsorship', account: 'Sponsorship Income' },
      { name: 'Merchandise', account: 'Store Sales' },
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
    for (const { name, account, className } of records)
      data.push({
        ...{ tenantId, kind, name },
        accountId: await idOf('account', account),
        classId: await idOf('class', className),
      })
    await tx.embeddedLedgerRecord.createMany({ data, skipDuplicates: true })
  }
}
