import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import { numberedPart } from '../documents/documents.sql.ts'

interface NewCreditValues {
  tenantId: number
  contactId: number
  issuedOn: string
  /** In cents. */
  subtotal: number
  discount: number
  tax: number
  total: number
  open: number
  notes: string | null
}

/** Adds a credit with the next number, without its lines: `id`, `number`. */
export const addCreditSql = shape<NewCreditValues>(
  (v) => Prisma.sql`
  WITH ${numberedPart(v.tenantId, 'credit')}
  INSERT INTO credit (tenant_id, number, contact_id, issued_on, subtotal, discount, tax, total, open_amount, notes)
  SELECT n.tenant_id, n.number, ${v.contactId}::int, ${v.issuedOn}::date, ${v.subtotal}::bigint::numeric / 100,
    ${v.discount}::bigint::numeric / 100, ${v.tax}::bigint::numeric / 100, ${v.total}::bigint::numeric / 100,
    ${v.open}::bigint::numeric / 100, ${v.notes}::text
  FROM numbered n RETURNING id, number`,
)
