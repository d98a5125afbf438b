import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const GATEWAY = {
  of: 'paymentgateway',
  scope: 'payment-processor:read',
  remedy: 'Set IsActive to false to allow no new ones.',
}

/** What charges use, and what the transactions of accounts without charges use. */
export const paymentProcessorUses: readonly RecordUse[] = [
  {
    ...GATEWAY,
    user: 'charge',
    users: 'charges',
    rows: (tenantId) => Prisma.sql`SELECT a.gateway_id AS used_id, c.id, c.uid AS name FROM processor_account a
      JOIN processor_charge c ON c.tenant_id = a.tenant_id AND c.account_id = a.id
      WHERE a.tenant_id = ${tenantId}::integer`,
  },
  {
    ...GATEWAY,
    user: 'transaction',
    users: 'transactions',
    rows: (tenantId) => Prisma.sql`SELECT a.gateway_id AS used_id, t.id::float8 AS id, t.uid AS name
      FROM processor_account a JOIN gateway_transaction t ON t.tenant_id = a.tenant_id AND t.account_id = a.id
      WHERE a.tenant_id = ${tenantId}::integer AND NOT EXISTS (SELECT FROM processor_charge c
        WHERE c.tenant_id = a.tenant_id AND c.account_id = a.id)`,
  },
]
