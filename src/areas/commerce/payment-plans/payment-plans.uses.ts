import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const planUse = (of: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  ...{ of, user: 'payment plan', users: 'payment plans', scope: 'payment-plans:read', remedy, rows },
})

/** What payment plans use. */
export const paymentPlanUses: readonly RecordUse[] = [
  planUse(
    'membershiplevel',
    'Delete the payment plans of the level first.',
    (tenantId) => Prisma.sql`SELECT p.level_id AS used_id, p.id, p.name FROM payment_plan p
      WHERE p.tenant_id = ${tenantId}::integer`,
  ),
  planUse(
    'membershiptype',
    'Delete the payment plans of the type first.',
    (tenantId) => Prisma.sql`SELECT l.type_id AS used_id, p.id, p.name FROM payment_plan p
      JOIN membership_level l ON l.tenant_id = p.tenant_id AND l.id = p.level_id
      WHERE p.tenant_id = ${tenantId}::integer`,
  ),
]
