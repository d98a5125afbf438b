import { type Fill, type Param, shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type DocumentKind, tableOf } from './documents.model.ts'

/**
 * Returns the part `numbered` of the statement that adds a document: takes the next number of its series. The series
 * stays locked until the transaction ends, and a rollback releases the number: no gaps and no duplicates, but a
 * tenant's documents are numbered one transaction at a time. Lock everything else before.
 */
export const numberedPart = (tenantId: Param<number>, series: DocumentKind): Sql => Prisma.sql`numbered AS (
    INSERT INTO number_series AS s (tenant_id, name, next) VALUES (${tenantId}::int, ${Prisma.raw(`'${series}'`)}, 2)
    ON CONFLICT (tenant_id, name) DO UPDATE SET next = s.next + 1 RETURNING s.tenant_id, s.next - 1 AS number)`

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
  /** Whether the books refund a payment of a charge. */
  isRefundedByBooks: boolean
}

interface DocumentColumns {
  date: string
  total: string
  open: string
  account?: string
  payment?: string
  credit?: string
  invoice?: string
  charge?: string
  refundedByBooks?: string
}

const COLUMNS: Record<DocumentKind, DocumentColumns> = {
  invoice: { date: 'issued_on', total: 'total', open: 'balance' },
  payment: {
    date: 'received_on',
    total: 'amount',
    open: 'open_amount',
    account: 'deposit_account_id',
    charge: 'charge_id',
    refundedByBooks: 'is_refunded_by_books',
  },
  credit: { date: 'issued_on', total: 'total', open: 'open_amount' },
  refund: {
    date: 'refunded_on',
    total: 'amount',
    open: '0',
    account: 'account_id',
    payment: 'payment_id',
    credit: 'credit_id',
    charge: '(SELECT p.charge_id FROM payment p WHERE p.tenant_id = d.tenant_id AND p.id = d.payment_id)',
  },
  writeoff: { date: 'written_off_on', total: 'total', open: '0', invoice: 'invoice_id' },
}

interface DocumentKey {
  tenantId: number
  id: number
}

const forEachKind = <Values>(
  make: (table: Sql, columns: DocumentColumns) => Fill<Values>,
): Record<DocumentKind, Fill<Values>> => {
  const of = (kind: DocumentKind) => make(Prisma.raw(tableOf(kind)), COLUMNS[kind])
  return {
    invoice: of('invoice'),
    payment: of('payment'),
    credit: of('credit'),
    refund: of('refund'),
    writeoff: of('writeoff'),
  }
}

/** Selects the contact of a document, without a lock: `contactId`. */
export const contactOfDocumentSql = forEachKind<DocumentKey>((table) =>
  shape<DocumentKey>(
    ({ tenantId, id }) => Prisma.sql`SELECT contact_id AS "contactId" FROM ${table}
    WHERE tenant_id = ${tenantId}::int AND id = ${id}::int`,
  ),
)

/** Locks a document: a LockedDocument. */
export const lockDocumentSql = forEachKind<DocumentKey>((table, columns) => {
  const column = (name: string | undefined) => Prisma.raw(name ?? 'NULL::int')
  return shape<DocumentKey>(
    ({ tenantId, id }) => Prisma.sql`
    SELECT id, audit_id AS "auditId", number, contact_id AS "contactId", ${Prisma.raw(columns.date)}::text AS date,
      (${Prisma.raw(columns.total)} * 100)::float8 AS total, (${Prisma.raw(columns.open)} * 100)::float8 AS open,
      voided_at IS NOT NULL AS "isVoid", ${column(columns.account)} AS "accountId",
      ${column(columns.payment)} AS "paymentId", ${column(columns.credit)} AS "creditId",
      ${column(columns.invoice)} AS "invoiceId", ${column(columns.charge)} AS "chargeId",
      ${Prisma.raw(columns.refundedByBooks ?? 'false')} AS "isRefundedByBooks",
      to_jsonb(d)::text AS row
    FROM ${table} d WHERE tenant_id = ${tenantId}::int AND id = ${id}::int FOR NO KEY UPDATE`,
  )
})

/** Selects the last day on which another document depends on this one; null for none: `day`. */
const lastUse = (kind: DocumentKind, id: Sql, tenantId: Sql): Sql => {
  const column = Prisma.raw(`${tableOf(kind)}_id`)
  const [table, user] = kind === 'invoice' ? [Prisma.raw('write_off'), 'writeoff'] : [Prisma.raw('refund'), 'refund']
  return Prisma.sql`SELECT max(u.day)::text AS day FROM (
    SELECT e.posted_on AS day FROM ${table} s JOIN journal_entry e ON e.tenant_id = s.tenant_id
      AND e.document_kind = ${Prisma.raw(`'${user}'`)} AND e.document_id = s.id
    WHERE s.tenant_id = ${tenantId}::int AND s.${column} = ${id}::int
    UNION ALL SELECT max(a.applied_on) FILTER (WHERE a.amount > 0) FROM application a WHERE a.tenant_id = ${tenantId}::int AND a.${column} = ${id}::int
    GROUP BY a.invoice_id, a.payment_id, a.credit_id, a.write_off_id HAVING sum(a.amount) <> 0) u`
}

const lastUseOf = (kind: DocumentKind): Fill<DocumentKey> =>
  shape<DocumentKey>(({ tenantId, id }) => lastUse(kind, Prisma.sql`${id}`, Prisma.sql`${tenantId}`))

/**
 * The statements that select the last day on which another document depends on a document, void ones included: `day`.
 * None depends on others.
 */
export const lastUseSql: Partial<Record<DocumentKind, Fill<DocumentKey>>> = {
  invoice: lastUseOf('invoice'),
  payment: lastUseOf('payment'),
  credit: lastUseOf('credit'),
}

interface VoidValues extends DocumentKey {
  at: Date
}

/** Marks a document as void: `auditId`. Nothing of it is open. */
export const voidDocumentSql = forEachKind<VoidValues>((table, { open }) =>
  shape<VoidValues>(
    ({ tenantId, id, at }) => Prisma.sql`
    UPDATE ${table} SET voided_at = ${at}::timestamptz, audit_id = audit_id + 1
      ${Prisma.raw(open === '0' ? '' : `, ${open} = 0`)}
    WHERE tenant_id = ${tenantId}::int AND id = ${id}::int RETURNING audit_id AS "auditId"`,
  ),
)

interface NotesValues {
  tenantId: number
  id: number
  notes: string | null
}

const changeNotes = (kind: DocumentKind): Fill<NotesValues> =>
  shape<NotesValues>(
    ({ tenantId, id, notes }) => Prisma.sql`
    UPDATE ${Prisma.raw(tableOf(kind))} SET audit_id = audit_id + 1, notes = ${notes}::text
    WHERE tenant_id = ${tenantId}::int AND id = ${id}::int`,
  )

/** Changes the notes of a document: the only field of these kinds that is not posted. */
export const changeNotesSql = {
  credit: changeNotes('credit'),
  refund: changeNotes('refund'),
  writeoff: changeNotes('writeoff'),
}
