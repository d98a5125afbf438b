import type { Database } from '#kernel/database/database'

/** Transactions of the contact with the most: paid invoices and their payments, half each. */
const TRANSACTIONS = 10_000

/**
 * Adds open invoices to the contacts of a tenant in turn, and many transactions to one contact, so that receivables and
 * statements are read from many rows. A million invoices take some minutes.
 */
export const addDocuments = async ({ system }: Database, tenantId: number, open: number): Promise<void> => {
  await system.$transaction(
    async (tx) => {
      for (const statement of [...invoices(tenantId, open), ...payments(tenantId, open)])
        await tx.$executeRawUnsafe(statement)
    },
    { timeout: 3_600_000 },
  )
}

/** Takes `count` numbers of a series, and returns the first in `t.first`. */
const takenNumbers = (tenantId: number, series: string, count: string): string => `
  INSERT INTO number_series AS s (tenant_id, name, next) SELECT ${tenantId}, '${series}', 1 + ${count}
  ON CONFLICT (tenant_id, name) DO UPDATE SET next = s.next + excluded.next - 1
  RETURNING s.next - ${count} AS first`

const lines = (tenantId: number, entries: string, debit: string, credit: string): string => `
  INSERT INTO journal_line (tenant_id, entry_id, position, account_id, contact_id, posted_on, amount)
  SELECT ${tenantId}, e.entry_id, p.n, a.id, e.contact_id, e.posted_on, CASE p.n WHEN 1 THEN e.amount ELSE -e.amount END
  FROM ${entries} e CROSS JOIN (VALUES (1, '${debit}'), (2, '${credit}')) AS p (n, role)
  JOIN account a ON a.tenant_id = ${tenantId} AND a.system_role = p.role`

const invoices = (tenantId: number, open: number): string[] => [
  `CREATE TEMPORARY TABLE bench_contact ON COMMIT DROP AS
    SELECT id, row_number() OVER (ORDER BY id) AS n FROM contact
    WHERE tenant_id = ${tenantId} AND deleted_at IS NULL`,
  `CREATE TEMPORARY TABLE bench_invoice ON COMMIT DROP AS
    SELECT g.n, c.id AS contact_id, next_id(${tenantId}, 'invoice_id_seq')::int AS id,
      next_id(${tenantId}, 'journal_entry_id_seq') AS entry_id, date '2026-11-01' - (g.n % 300)::int AS posted_on,
      (10 + g.n % 90)::numeric(14, 2) AS amount
    FROM generate_series(1, ${open + TRANSACTIONS / 2}) AS g (n)
    JOIN bench_contact c
      ON c.n = CASE WHEN g.n > ${open} THEN 1 ELSE 1 + (g.n - 1) % (SELECT count(*) FROM bench_contact) END`,
  `WITH t AS (${takenNumbers(tenantId, 'invoice', '(SELECT count(*) FROM bench_invoice)')})
    INSERT INTO invoice (tenant_id, id, number, contact_id, issued_on, due_on, subtotal, total, balance)
    SELECT ${tenantId}, w.id, t.first + w.n - 1, w.contact_id, w.posted_on, w.posted_on + 30, w.amount, w.amount,
      CASE WHEN w.n > ${open} THEN 0 ELSE w.amount END FROM bench_invoice w, t`,
  `INSERT INTO journal_entry (tenant_id, id, posted_on, document_kind, document_id, reference, contact_id)
    SELECT ${tenantId}, w.entry_id, w.posted_on, 'invoice', w.id, 'INV-' || i.number, w.contact_id
    FROM bench_invoice w JOIN invoice i ON i.tenant_id = ${tenantId} AND i.id = w.id`,
  lines(tenantId, 'bench_invoice', 'receivable', 'membership-income'),
]

/** Pays the invoices that are not open. */
const payments = (tenantId: number, open: number): string[] => [
  `CREATE TEMPORARY TABLE bench_payment ON COMMIT DROP AS
    SELECT w.n - ${open} AS n, w.contact_id, w.id AS invoice_id, next_id(${tenantId}, 'payment_id_seq')::int AS id,
      next_id(${tenantId}, 'journal_entry_id_seq') AS entry_id, w.posted_on + 7 AS posted_on, w.amount
    FROM bench_invoice w WHERE w.n > ${open}`,
  `WITH t AS (${takenNumbers(tenantId, 'payment', '(SELECT count(*) FROM bench_payment)')})
    INSERT INTO payment (tenant_id, id, number, contact_id, received_on, amount, payment_type_id, deposit_account_id,
      open_amount)
    SELECT ${tenantId}, w.id, t.first + w.n - 1, w.contact_id, w.posted_on, w.amount, 2, a.id, 0
    FROM bench_payment w, t, account a WHERE a.tenant_id = ${tenantId} AND a.system_role = 'undeposited-funds'`,
  `INSERT INTO application (tenant_id, invoice_id, payment_id, amount, applied_on)
    SELECT ${tenantId}, w.invoice_id, w.id, w.amount, w.posted_on FROM bench_payment w`,
  `INSERT INTO journal_entry (tenant_id, id, posted_on, document_kind, document_id, reference, contact_id)
    SELECT ${tenantId}, w.entry_id, w.posted_on, 'payment', w.id, 'PAY-' || p.number, w.contact_id
    FROM bench_payment w JOIN payment p ON p.tenant_id = ${tenantId} AND p.id = w.id`,
  lines(tenantId, 'bench_payment', 'undeposited-funds', 'receivable'),
]
