import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import { numberedPart } from '../documents/documents.sql.ts'

interface NewRefundValues {
  tenantId: number
  contactId: number
  refundedOn: string
  /** In cents. */
  amount: number
  paymentId: number | null
  creditId: number | null
  /** Null: undeposited funds. */
  accountId: number | null
  notes: string | null
}

/** Adds a refund with the next number: `id`, `number`, `accountId`. */
export const addRefundSql = shape<NewRefundValues>(
  (v) => Prisma.sql`
  WITH ${numberedPart(v.tenantId, 'refund')}
  INSERT INTO refund (tenant_id, number, contact_id, refunded_on, amount, payment_id, credit_id, account_id, notes)
  SELECT n.tenant_id, n.number, ${v.contactId}::int, ${v.refundedOn}::date, ${v.amount}::bigint::numeric / 100,
    ${v.paymentId}::int, ${v.creditId}::int, coalesce(${v.accountId}::int, (SELECT a.id FROM account a
      WHERE a.tenant_id = n.tenant_id AND a.system_role = 'undeposited-funds')), ${v.notes}::text
  FROM numbered n RETURNING id, number, account_id AS "accountId"`,
)
