import { type Fill, shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'

/** A document that can be applied to invoices. */
export type SourceKind = 'payment' | 'credit' | 'writeoff'

const COLUMNS: Record<SourceKind, string> = { payment: 'payment_id', credit: 'credit_id', writeoff: 'write_off_id' }

interface ApplyValues {
  tenantId: number
  sourceId: number
  /** The later of this day and that of the invoice counts. */
  appliedOn: string
  /** As JSON: invoice_id, cents; negative cents take an application back. Each invoice once. */
  amounts: string
}

/** An invoice after a change of its applications. The open amount is in cents. */
export interface ChangedInvoice {
  appliedOn: string
  id: number
  auditId: number
  number: number
  contactId: number
  open: number
}

/** Adds applications, and changes the open amounts and versions of their invoices, which the caller has locked. */
const apply = (kind: SourceKind): Fill<ApplyValues> =>
  shape<ApplyValues>(
    ({ tenantId, sourceId, appliedOn, amounts }) => Prisma.sql`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${amounts}::jsonb) AS w(invoice_id int, cents bigint)
    ), applied AS (
      INSERT INTO application (tenant_id, invoice_id, ${Prisma.raw(COLUMNS[kind])}, amount, applied_on)
      SELECT o.tenant_id, o.id, ${sourceId}::int, w.cents::numeric / 100, greatest(${appliedOn}::date, o.issued_on)
      FROM wanted w JOIN invoice o ON o.tenant_id = ${tenantId}::int AND o.id = w.invoice_id ORDER BY o.id
    )
    UPDATE invoice i SET balance = i.balance - w.cents::numeric / 100, audit_id = i.audit_id + 1
    FROM wanted w WHERE i.tenant_id = ${tenantId}::int AND i.id = w.invoice_id
    RETURNING i.id, i.audit_id AS "auditId", i.number, i.contact_id AS "contactId", (i.balance * 100)::float8 AS open,
      greatest(${appliedOn}::date, i.issued_on)::text AS "appliedOn"`,
  )

export const applySql = { payment: apply('payment'), credit: apply('credit'), writeoff: apply('writeoff') }

interface ReplaceValues {
  tenantId: number
  paymentId: number
  creditId: number
  appliedOn: string
  /** As JSON: invoice_id, taken, given: cents that come off the payment, and those of the credit instead. Each invoice once. */
  amounts: string
}

/** Replaces applications of a payment by those of a credit, as one change of each invoice, which the caller has locked. */
export const replaceSql = shape<ReplaceValues>(
  ({ tenantId, paymentId, creditId, appliedOn, amounts }) => Prisma.sql`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${amounts}::jsonb) AS w(invoice_id int, taken bigint, given bigint)
    ), applied AS (
      INSERT INTO application (tenant_id, invoice_id, payment_id, credit_id, amount, applied_on)
      SELECT o.tenant_id, o.id, p.payment_id, p.credit_id, p.cents::numeric / 100, greatest(${appliedOn}::date, o.issued_on)
      FROM wanted w JOIN invoice o ON o.tenant_id = ${tenantId}::int AND o.id = w.invoice_id
      CROSS JOIN LATERAL (VALUES (${paymentId}::int, NULL::int, -w.taken), (NULL::int, ${creditId}::int, w.given))
        AS p(payment_id, credit_id, cents)
      WHERE p.cents <> 0 ORDER BY o.id, p.credit_id NULLS FIRST
    )
    UPDATE invoice i SET balance = i.balance + (w.taken - w.given)::numeric / 100, audit_id = i.audit_id + 1
    FROM wanted w WHERE i.tenant_id = ${tenantId}::int AND i.id = w.invoice_id
    RETURNING i.id, i.audit_id AS "auditId", i.number, i.contact_id AS "contactId", (i.balance * 100)::float8 AS open,
      greatest(${appliedOn}::date, i.issued_on)::text AS "appliedOn"`,
)

/** What of a document is applied to an invoice. */
export interface InvoicePart {
  invoiceId: number
  sourceKind: SourceKind
  sourceId: number
  cents: number
}

const APPLIED = Prisma.sql`invoice_id AS "invoiceId", CASE WHEN payment_id IS NOT NULL THEN 'payment'
    WHEN credit_id IS NOT NULL THEN 'credit' ELSE 'writeoff' END AS "sourceKind",
  coalesce(payment_id, credit_id, write_off_id) AS "sourceId", (sum(amount) * 100)::float8 AS cents`
const GROUPED = Prisma.sql`GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 ORDER BY 2, 3, 1`

/** Lists what is applied to an invoice. */
export const appliedToSql = shape<{ tenantId: number; invoiceId: number }>(
  ({ tenantId, invoiceId }) => Prisma.sql`
  SELECT ${APPLIED} FROM application WHERE tenant_id = ${tenantId}::int AND invoice_id = ${invoiceId}::int ${GROUPED}`,
)

/** Takes everything back that is applied to an invoice. Leaves its open amount unchanged: the caller voids it. */
export const takeAllBackSql = shape<{ tenantId: number; invoiceId: number; appliedOn: string }>(
  ({ tenantId, invoiceId, appliedOn }) => Prisma.sql`
  INSERT INTO application (tenant_id, invoice_id, payment_id, credit_id, write_off_id, amount, applied_on)
  SELECT tenant_id, invoice_id, payment_id, credit_id, write_off_id, -sum(amount), ${appliedOn}::date
  FROM application WHERE tenant_id = ${tenantId}::int AND invoice_id = ${invoiceId}::int
  GROUP BY tenant_id, invoice_id, payment_id, credit_id, write_off_id HAVING sum(amount) <> 0
  ORDER BY payment_id, credit_id`,
)

const appliedOf = (kind: SourceKind): Fill<{ tenantId: number; sourceId: number }> =>
  shape<{ tenantId: number; sourceId: number }>(
    ({ tenantId, sourceId }) => Prisma.sql`
    SELECT ${APPLIED} FROM application
    WHERE tenant_id = ${tenantId}::int AND ${Prisma.raw(COLUMNS[kind])} = ${sourceId}::int ${GROUPED}`,
  )

/** Lists the invoices that a document is applied to. */
export const appliedOfSql = {
  payment: appliedOf('payment'),
  credit: appliedOf('credit'),
  writeoff: appliedOf('writeoff'),
}

/** A document with an open amount after a change of it. Amounts are in cents. */
export interface ChangedSource {
  id: number
  auditId: number
  number: number
  contactId: number
  open: number
}

/** Adds cents to the open amount of a document. */
const addOpen = (kind: 'payment' | 'credit'): Fill<{ tenantId: number; id: number; cents: number }> =>
  shape<{ tenantId: number; id: number; cents: number }>(
    ({ tenantId, id, cents }) => Prisma.sql`
    UPDATE ${Prisma.raw(kind)} SET open_amount = open_amount + ${cents}::bigint::numeric / 100, audit_id = audit_id + 1
    WHERE tenant_id = ${tenantId}::int AND id = ${id}::int
    RETURNING id, audit_id AS "auditId", number, contact_id AS "contactId", (open_amount * 100)::float8 AS open`,
  )

export const addOpenSql = { payment: addOpen('payment'), credit: addOpen('credit') }

const isRefunded = (column: string): Fill<{ tenantId: number; sourceId: number }> =>
  shape<{ tenantId: number; sourceId: number }>(
    ({ tenantId, sourceId }) => Prisma.sql`
    SELECT id FROM refund WHERE tenant_id = ${tenantId}::int AND ${Prisma.raw(column)} = ${sourceId}::int
      AND voided_at IS NULL ORDER BY id LIMIT 1`,
  )

/** A refund of a payment or credit that is not void: `id`. */
export const isRefundedSql = { payment: isRefunded('payment_id'), credit: isRefunded('credit_id') }
