import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** A use by a column of a table whose records have names. */
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
export const bookUses: readonly RecordUse[] = [
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
