import { type Fill, shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { DocumentKind } from './documents.model.ts'

/** A document whose row is locked until the transaction ends. Amounts are in cents. */
export interface LockedDocument {
  id: number
  auditId: number
  number: number
  contactId: number
  /** Its date. */
  date: string
  total: number
  /** The open amount; 0 for refunds and write-offs. */
  open: number
  isVoid: boolean
  /** The account that the money of a payment goes to, or that of a refund comes from; null for others. */
  accountId: number | null
  /** The payment or credit of a refund, and the invoice of a write-off. */
  paymentId: number | null
  creditId: number | null
  invoiceId: number | null
  /** The charge of the payment processor that a payment is of, or that a refund is of by its payment. */
  chargeId: number | null
}

interface DocumentColumns {
  table: string
  date: string
  total: string
  open: string
  account?: string
  payment?: string
  credit?: string
  invoice?: string
  charge?: string
}

const COLUMNS: Record<DocumentKind, DocumentColumns> = {
  invoice: { table: 'invoice', date: 'issued_on', total: 'total', open: 'balance' },
  payment: {
    ...{ table: 'payment', date: 'received_on', total: 'amount', open: 'open_amount' },
    account: 'deposit_account_id',
    charge: 'charge_id',
  },
  credit: { table: 'credit', date: 'issued_on', total: 'total', open: 'open_amount' },
  refund: {
    ...{ table: 'refund', date: 'refunded_on', total: 'amount', open: '0' },
    ...{ account: 'account_id', payment: 'payment_id', credit: 'credit_id' },
    charge: '(SELECT p.charge_id FROM payment p WHERE p.tenant_id = refund.tenant_id AND p.id = refund.payment_id)',
  },
  writeoff: { table: 'write_off', date: 'written_off_on', total: 'total', open: '0', invoice: 'invoice_id' },
}

interface DocumentKey {
  tenantId: number
  id: number
}

const forEachKind = (
  make: (columns: DocumentColumns) => Fill<DocumentKey>,
): Record<DocumentKind, Fill<DocumentKey>> => ({
  invoice: make(COLUMNS.invoice),
  payment: make(COLUMNS.payment),
  credit: make(COLUMNS.credit),
  refund: make(COLUMNS.refund),
  writeoff: make(COLUMNS.writeoff),
})

/** The contact of a document, without a lock: `contactId`. */
export const contactOfDocumentSql = forEachKind(({ table }) =>
  shape<DocumentKey>(
    ({ tenantId, id }) => Prisma.sql`SELECT contact_id AS "contactId" FROM ${Prisma.raw(table)}
    WHERE tenant_id = ${tenantId}::int AND id = ${id}::int`,
  ),
)

/** Locks a document: a LockedDocument. */
export const lockDocumentSql = forEachKind((columns) => {
  const column = (name: string | undefined) => Prisma.raw(name ?? 'NULL::int')
  return shape<DocumentKey>(
    ({ tenantId, id }) => Prisma.sql`
    SELECT id, audit_id AS "auditId", number, contact_id AS "contactId", ${Prisma.raw(columns.date)}::text AS date,
      (${Prisma.raw(columns.total)} * 100)::float8 AS total, (${Prisma.raw(columns.open)} * 100)::float8 AS open,
      voided_at IS NOT NULL AS "isVoid", ${column(columns.account)} AS "accountId",
      ${column(columns.payment)} AS "paymentId", ${column(columns.credit)} AS "creditId",
      ${column(columns.invoice)} AS "invoiceId", ${column(columns.charge)} AS "chargeId"
    FROM ${Prisma.raw(columns.table)} WHERE tenant_id = ${tenantId}::int AND id = ${id}::int FOR NO KEY UPDATE`,
  )
})

interface VoidValues extends DocumentKey {
  at: Date
}

/** Marks a document as void: `auditId`. Nothing of it is open. */
const voidSql = (table: string, open: string | null): Fill<VoidValues> =>
  shape<VoidValues>(
    ({ tenantId, id, at }) => Prisma.sql`
    UPDATE ${Prisma.raw(table)} SET voided_at = ${at}::timestamptz, audit_id = audit_id + 1
      ${Prisma.raw(open === null ? '' : `, ${open} = 0`)}
    WHERE tenant_id = ${tenantId}::int AND id = ${id}::int RETURNING audit_id AS "auditId"`,
  )

export const voidDocumentSql: Record<DocumentKind, Fill<VoidValues>> = {
  invoice: voidSql('invoice', 'balance'),
  payment: voidSql('payment', 'open_amount'),
  credit: voidSql('credit', 'open_amount'),
  refund: voidSql('refund', null),
  writeoff: voidSql('write_off', null),
}
