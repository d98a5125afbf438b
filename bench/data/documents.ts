import type { Database } from '#kernel/database/database'

/** Transactions of the contact with the most. */
const TRANSACTIONS = 10_000

/**
 * Adds an open invoice for each contact of a tenant, and many to one contact, so that receivables and statements are read
 * from as many rows as the tenant has contacts.
 */
export const addDocuments = async ({ system }: Database, tenantId: number): Promise<void> => {
  await system.$transaction(
    async (tx) => {
      const run = (sql: string) => tx.$executeRawUnsafe(sql)
      await run(`CREATE TEMPORARY TABLE wanted ON COMMIT DROP AS
        SELECT row_number() OVER () AS n, w.contact_id, next_id(${tenantId}, 'invoice_id_seq')::int AS id,
          next_id(${tenantId}, 'journal_entry_id_seq') AS entry_id FROM (
            SELECT id AS contact_id FROM contact WHERE tenant_id = ${tenantId} AND deleted_at IS NULL
            UNION ALL SELECT min(id) FROM contact, generate_series(1, ${TRANSACTIONS})
              WHERE tenant_id = ${tenantId} AND deleted_at IS NULL GROUP BY generate_series) w`)
      await run(`WITH taken AS (
          INSERT INTO number_series AS s (tenant_id, name, next)
          SELECT ${tenantId}, 'invoice', 1 + count(*) FROM wanted
          ON CONFLICT (tenant_id, name) DO UPDATE SET next = s.next + excluded.next - 1 RETURNING s.next)
        INSERT INTO invoice (tenant_id, id, number, contact_id, issued_on, due_on, subtotal, total, balance)
        SELECT ${tenantId}, w.id, t.next - w.n, w.contact_id, date '2026-11-01' - (w.n % 300)::int,
          date '2026-12-01' - (w.n % 300)::int, 10 + w.n % 90, 10 + w.n % 90, 10 + w.n % 90 FROM wanted w, taken t`)
      await run(`INSERT INTO journal_entry (tenant_id, id, posted_on, document_kind, document_id, reference, contact_id)
        SELECT i.tenant_id, w.entry_id, i.issued_on, 'invoice', i.id, 'INV-' || i.number, i.contact_id
        FROM wanted w JOIN invoice i ON i.tenant_id = ${tenantId} AND i.id = w.id`)
      await run(`INSERT INTO journal_line (tenant_id, entry_id, position, account_id, contact_id, posted_on, amount)
        SELECT e.tenant_id, e.id, p.n, a.id, e.contact_id, e.posted_on, CASE p.n WHEN 1 THEN i.total ELSE -i.total END
        FROM wanted w JOIN invoice i ON i.tenant_id = ${tenantId} AND i.id = w.id
        JOIN journal_entry e ON e.tenant_id = ${tenantId} AND e.id = w.entry_id
        CROSS JOIN (VALUES (1, 'receivable'), (2, 'membership-income')) AS p (n, role)
        JOIN account a ON a.tenant_id = ${tenantId} AND a.system_role = p.role`)
    },
    { timeout: 3_600_000 },
  )
}
