import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'

export interface StatementValues {
  tenantId: number
  contactId: number
  from: string | null
  to: string | null
  /** The date and id of the last line before the page; null for the first page. */
  afterDate: string | null
  afterId: string | null
  take: number
  currency: string
}

/**
 * The statement of a contact (Statement) as JSON text, with `lastDate` and `lastId` of the page if there are more
 * transactions. No row if the contact does not exist. An index contains the lines of a contact in this order: the account
 * is a subquery, because the planner does not know the order of lines that are joined.
 */
export const statementSql = shape<StatementValues>(
  ({ tenantId, contactId, from, to, afterDate, afterId, take, currency }) => Prisma.sql`
  WITH receivable AS MATERIALIZED (
    SELECT id FROM account WHERE tenant_id = ${tenantId}::int AND system_role = 'receivable'
  ), start AS MATERIALIZED (
    SELECT coalesce(sum(l.amount), 0.00) AS opening FROM journal_line l
    WHERE l.tenant_id = ${tenantId}::int AND l.contact_id = ${contactId}::int
      AND l.account_id = (SELECT r.id FROM receivable r)
      AND (l.posted_on < coalesce(${from}::date, '-infinity')
        OR (${afterDate}::date IS NOT NULL AND (l.posted_on, l.id) <= (${afterDate}::date, ${afterId}::bigint)))
  ), page AS MATERIALIZED (
    SELECT l.id, l.entry_id, l.posted_on, l.amount, row_number() OVER (ORDER BY l.posted_on, l.id) AS n
    FROM journal_line l
    WHERE l.tenant_id = ${tenantId}::int AND l.contact_id = ${contactId}::int
      AND l.account_id = (SELECT r.id FROM receivable r) AND l.posted_on >= coalesce(${from}::date, '-infinity')
      AND l.posted_on <= coalesce(${to}::date, 'infinity')
      AND (l.posted_on, l.id) > (coalesce(${afterDate}::date, '-infinity'), coalesce(${afterId}::bigint, 0))
    ORDER BY l.posted_on, l.id LIMIT ${take}::int + 1
  ), shown AS MATERIALIZED (
    SELECT p.*, s.opening + sum(p.amount) OVER (ORDER BY p.n) AS balance FROM page p, start s WHERE p.n <= ${take}::int
  )
  SELECT json_build_object('ContactId', c.id, 'ContactName', c.display_name, 'CurrencyCode', ${currency}::text,
      'FromDate', ${from}::date, 'ToDate', ${to}::date, 'OpeningBalance', s.opening,
      'ClosingBalance', coalesce((SELECT h.balance FROM shown h ORDER BY h.n DESC LIMIT 1), s.opening),
      'Transactions', (SELECT coalesce(json_agg(json_build_object('JournalEntryId', e.id, 'Date', h.posted_on,
          'DocumentKind', e.document_kind, 'DocumentId', e.document_id, 'DisplayNumber', e.reference,
          'IsVoid', e.reverses_id IS NOT NULL, 'Amount', h.amount, 'Balance', h.balance) ORDER BY h.n), '[]'::json)
        FROM shown h JOIN journal_entry e ON e.tenant_id = ${tenantId}::int AND e.id = h.entry_id))::text AS text,
    more.posted_on::text AS "lastDate", more.id::text AS "lastId"
  FROM contact c CROSS JOIN start s
  LEFT JOIN page more ON more.n = ${take}::int AND EXISTS (SELECT FROM page p WHERE p.n > ${take}::int)
  WHERE c.tenant_id = ${tenantId}::int AND c.id = ${contactId}::int AND c.deleted_at IS NULL`,
)
