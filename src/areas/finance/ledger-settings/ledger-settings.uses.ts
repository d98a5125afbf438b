import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const mappingUse = (of: string, kinds: readonly string[]): RecordUse => ({
  of,
  user: 'ledger mapping',
  users: 'ledger mappings',
  scope: 'ledger-settings:read',
  remedy: 'Remove it from the mapping of the ledger first.',
  rows: (tenantId) => Prisma.sql`SELECT m.service_id AS used_id, m.id, m.ledger_name AS name FROM ledger_mapping m
    WHERE m.tenant_id = ${tenantId}::integer AND m.kind = ANY (${[...kinds]})`,
})

/** What the mappings use. */
export const ledgerSettingsUses: readonly RecordUse[] = [
  mappingUse('account', ['account', 'writeOff']),
  mappingUse('transactionclass', ['class']),
  mappingUse('discount', ['discount']),
  mappingUse('feeitem', ['feeItem']),
  mappingUse('taxset', ['tax']),
  mappingUse('paymentgateway', ['paymentGateway']),
]
