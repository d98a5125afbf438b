import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** What payment gateways use. */
export const paymentGatewayUses: readonly RecordUse[] = [
  {
    of: 'account',
    user: 'payment gateway',
    users: 'payment gateways',
    scope: 'payment-gateways:read',
    remedy: 'Give the payment gateway another deposit account first.',
    rows: (tenantId) => Prisma.sql`SELECT g.deposit_account_id AS used_id, g.id, g.name
      FROM payment_gateway g WHERE g.tenant_id = ${tenantId}::integer`,
  },
]
