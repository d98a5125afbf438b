import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import { numberedPart } from '../documents/documents.sql.ts'

/** Selects the net amounts and taxes of an invoice by account and class, then its shipping: InvoiceShare rows. */
export const invoiceSharesSql = shape<{ tenantId: number; invoiceId: number }>(
  ({ tenantId, invoiceId }) => Prisma.sql`
  SELECT l.account_id AS account, l.class_id AS "classId", min(l.description) AS description,
    (sum(l.amount - l.discount) * 100)::float8 AS amount, (sum(l.tax) * 100)::float8 AS tax, min(l.position) AS first
  FROM invoice_line l WHERE l.tenant_id = ${tenantId}::int AND l.invoice_id = ${invoiceId}::int
  GROUP BY l.account_id, l.class_id
  UNION ALL
  SELECT NULL, NULL, 'Shipping', (i.shipping * 100)::float8, 0, NULL FROM invoice i
  WHERE i.tenant_id = ${tenantId}::int AND i.id = ${invoiceId}::int AND i.shipping > 0
  ORDER BY first NULLS LAST`,
)

interface NewWriteOffValues {
  tenantId: number
  contactId: number
  invoiceId: number
  writtenOffOn: string
  /** In cents. */
  total: number
  tax: number
  notes: string | null
}

/** Adds a write-off with the next number, without its lines: `id`, `number`. */
export const addWriteOffSql = shape<NewWriteOffValues>(
  (v) => Prisma.sql`
  WITH ${numberedPart(v.tenantId, 'writeoff')}
  INSERT INTO write_off (tenant_id, number, contact_id, invoice_id, written_off_on, total, tax, notes)
  SELECT n.tenant_id, n.number, ${v.contactId}::int, ${v.invoiceId}::int, ${v.writtenOffOn}::date,
    ${v.total}::bigint::numeric / 100, ${v.tax}::bigint::numeric / 100, ${v.notes}::text
  FROM numbered n RETURNING id, number`,
)

/** Adds the lines of a write-off. As JSON: position, account_id or role, class_id, description, amount, tax. */
export const addWriteOffLinesSql = shape<{ tenantId: number; writeOffId: number; lines: string }>(
  ({ tenantId, writeOffId, lines }) => Prisma.sql`
  INSERT INTO write_off_line (tenant_id, write_off_id, position, description, amount, tax, account_id, class_id)
  SELECT ${tenantId}::int, ${writeOffId}::int, l.position, l.description, l.amount::numeric / 100, l.tax::numeric / 100,
    coalesce(l.account_id, a.id), l.class_id
  FROM jsonb_to_recordset(${lines}::jsonb) AS l(position smallint, account_id int, role text, class_id int,
    description text, amount bigint, tax bigint)
  LEFT JOIN account a ON a.tenant_id = ${tenantId}::int AND a.system_role = l.role ORDER BY l.position`,
)
