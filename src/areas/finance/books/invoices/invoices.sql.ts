import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import { numberedPart } from '../documents/documents.sql.ts'

export interface NewInvoiceValues {
  tenantId: number
  contactId: number
  forContactId: number | null
  issuedOn: string
  dueOn: string
  /** The number of its parts; 0 if it is due at once. */
  partCount: number
  /** In cents. */
  subtotal: number
  discount: number
  tax: number
  shipping: number
  total: number
  message: string | null
  notes: string | null
  /** As JSON. */
  billingAddress: string | null
  shippingDetails: string | null
}

/** Adds an invoice with the next number, without its lines: `id`, `number`. */
export const addInvoiceSql = shape<NewInvoiceValues>(
  (v) => Prisma.sql`
  WITH ${numberedPart(v.tenantId, 'invoice')}
  INSERT INTO invoice (tenant_id, number, contact_id, for_contact_id, issued_on, due_on, part_count, subtotal, discount, tax, shipping, total, balance,
    message, notes, billing_address, shipping_details)
  SELECT n.tenant_id, n.number, ${v.contactId}::int, ${v.forContactId}::int, ${v.issuedOn}::date, ${v.dueOn}::date,
    ${v.partCount}::smallint,
    ${v.subtotal}::bigint::numeric / 100, ${v.discount}::bigint::numeric / 100, ${v.tax}::bigint::numeric / 100,
    ${v.shipping}::bigint::numeric / 100, ${v.total}::bigint::numeric / 100, ${v.total}::bigint::numeric / 100,
    ${v.message}::text, ${v.notes}::text, ${v.billingAddress}::jsonb, ${v.shippingDetails}::jsonb
  FROM numbered n RETURNING id, number`,
)

export interface NewPartsValues {
  tenantId: number
  invoiceId: number
  dueOns: readonly string[]
  cents: readonly number[]
}

/** Adds the parts of a new invoice, in their order. */
export const addPartsSql = shape<NewPartsValues>(
  (v) => Prisma.sql`
  INSERT INTO invoice_part (tenant_id, invoice_id, position, due_on, amount, open_amount)
  SELECT ${v.tenantId}::int, ${v.invoiceId}::int, x.n, x.due_on, x.cents::numeric / 100, x.cents::numeric / 100
  FROM unnest(${v.dueOns}::date[], ${v.cents}::bigint[]) WITH ORDINALITY AS x (due_on, cents, n)`,
)

/** An invoice whose row is locked until the transaction ends. Amounts are in cents. */
export interface LockedInvoice {
  id: number
  auditId: number
  number: number
  contactId: number
  forContactId: number | null
  issuedOn: string
  dueOn: string
  total: number
  open: number
  isVoid: boolean
}

/** Locks invoices in the order of their ids. Payments reference them by a foreign key, which this lock allows. */
export const lockInvoicesSql = shape<{ tenantId: number; ids: readonly number[] }>(
  ({ tenantId, ids }) => Prisma.sql`
  SELECT id, audit_id AS "auditId", number, contact_id AS "contactId",
    for_contact_id AS "forContactId", issued_on::text AS "issuedOn", due_on::text AS "dueOn", (total * 100)::float8 AS total, (balance * 100)::float8 AS open,
    voided_at IS NOT NULL AS "isVoid", to_jsonb(i)::text AS row
  FROM invoice i WHERE tenant_id = ${tenantId}::int AND id = ANY (${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`,
)

interface InvoicesKey {
  tenantId: number
  ids: readonly number[]
}

/** Selects the contacts that invoices bill, without a lock: `id`. */
export const contactsOfInvoicesSql = shape<InvoicesKey>(
  ({ tenantId, ids }) => Prisma.sql`
  SELECT DISTINCT contact_id AS id FROM invoice WHERE tenant_id = ${tenantId}::int AND id = ANY (${ids}::int[])`,
)

/** Marks invoices as void: `id`, `auditId`. Nothing of them is open. */
export const voidInvoicesSql = shape<InvoicesKey & { at: Date }>(
  ({ tenantId, ids, at }) => Prisma.sql`
  UPDATE invoice SET voided_at = ${at}::timestamptz, audit_id = audit_id + 1, balance = 0
  WHERE tenant_id = ${tenantId}::int AND id = ANY (${ids}::int[]) RETURNING id, audit_id AS "auditId"`,
)

export interface ChangeInvoiceValues {
  tenantId: number
  id: number
  /** Null keeps the day. */
  dueOn: string | null
  message: string | null
  messageSent: boolean
  notes: string | null
  notesSent: boolean
  billingAddress: string | null
  billingAddressSent: boolean
  shippingDetails: string | null
  shippingDetailsSent: boolean
}

/** Changes what is not posted of an invoice. A column that was not sent keeps its value. */
export const changeInvoiceSql = shape<ChangeInvoiceValues>(
  (v) => Prisma.sql`
  UPDATE invoice SET audit_id = audit_id + 1, due_on = coalesce(${v.dueOn}::date, due_on),
    message = CASE WHEN ${v.messageSent}::boolean THEN ${v.message}::text ELSE message END,
    notes = CASE WHEN ${v.notesSent}::boolean THEN ${v.notes}::text ELSE notes END,
    billing_address = CASE WHEN ${v.billingAddressSent}::boolean THEN ${v.billingAddress}::jsonb ELSE billing_address END,
    shipping_details = CASE WHEN ${v.shippingDetailsSent}::boolean THEN ${v.shippingDetails}::jsonb
      ELSE shipping_details END
  WHERE tenant_id = ${v.tenantId}::int AND id = ${v.id}::int`,
)
