import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const accountUse = (column: 'deposit_account_id' | 'transfer_account_id', name: string): RecordUse => ({
  of: 'account',
  user: 'payment gateway',
  users: 'payment gateways',
  scope: 'payment-gateways:read',
  remedy: `Give the payment gateway another ${name} account first.`,
  rows: (tenantId) => Prisma.sql`SELECT g.${Prisma.raw(column)} AS used_id, g.id, g.name
      FROM payment_gateway g WHERE g.tenant_id = ${tenantId}::integer`,
})

/** What payment gateways use. */
export const paymentGatewayUses: readonly RecordUse[] = [
  accountUse('deposit_account_id', 'deposit'),
  accountUse('transfer_account_id', 'transfer'),
]
