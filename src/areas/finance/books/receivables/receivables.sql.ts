import { shape } from '#kernel/database/shape'
import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { bucketSumsSql, openAmountsSql } from './aging.listing.ts'
import { HAS_OPEN, OPEN_CREDIT, openByAge } from './receivables.listing.ts'

/**
 * Selects the totals of all open invoices by age (ReceivableTotals), from the sums by due day that a trigger keeps. For
 * callers that are limited to chapters, from the invoices that they see.
 */
export const totalsByAgeSql = (tenantId: number, today: string, isLimited: boolean): Sql => {
  const days = isLimited
    ? Prisma.sql`SELECT i.due_on, 1 AS invoices, 0.00 AS balance FROM invoice i
        WHERE i.tenant_id = ${tenantId}::int AND i.status = 'Open'
        UNION ALL SELECT a.due_on, 0, a.balance FROM ${openAmountsSql(Prisma.sql`o.tenant_id = ${tenantId}::int`)} a`
    : Prisma.sql`SELECT r.due_on, r.invoices, r.balance FROM receivable_day r WHERE r.tenant_id = ${tenantId}::int`
  return Prisma.sql`
    SELECT row_to_json(x) AS totals FROM (
      SELECT coalesce(sum(r.invoices), 0)::int AS "InvoiceCount", coalesce(sum(r.balance), 0.00) AS "Total",
        ${bucketSumsSql(Prisma.sql`r.balance`, Prisma.sql`r.due_on`, Prisma.sql`${today}`)}
      FROM (${days}) r) x`
}

/** Selects the balance of a contact (ContactBalance) as JSON text. No row if it does not exist. */
export const contactBalanceSql = (
  tenantId: number,
  contactId: number,
  today: string,
  currency: string,
): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text FROM contact c
  CROSS JOIN LATERAL (SELECT c.tenant_id, c.id AS contact_id) b
  CROSS JOIN LATERAL (
    SELECT c.id AS "ContactId", c.display_name AS "ContactName", ${currency}::text AS "CurrencyCode",
      coalesce((SELECT r.balance FROM receivable_balance r WHERE r.tenant_id = c.tenant_id AND r.contact_id = c.id), 0.00)
        AS "Balance", a.*, ${OPEN_CREDIT} AS "OpenCredit"
    FROM ${openByAge(Prisma.sql`${today}`)} a) x
  WHERE c.tenant_id = ${tenantId}::int AND c.id = ${contactId}::int AND c.deleted_at IS NULL`

/** Selects whether a contact has open invoices, payments or credits, also if they net to 0: `hasOpen`. */
export const hasOpenDocumentsSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT ${HAS_OPEN} AS "hasOpen" FROM (SELECT ${tenantId}::int AS tenant_id, ${contactId}::int AS contact_id) b`

/** Selects the balances of all accounts with entries (TrialBalance) as JSON text. */
export const trialBalanceSql = (tenantId: number, asOf: string | null, currency: string): Sql => Prisma.sql`
  WITH sums AS (
    SELECT l.account_id, coalesce(sum(l.amount) FILTER (WHERE l.amount > 0), 0.00) AS debit,
      coalesce(-sum(l.amount) FILTER (WHERE l.amount < 0), 0.00) AS credit
    FROM journal_line l WHERE l.tenant_id = ${tenantId}::int AND (${asOf}::date IS NULL OR l.posted_on <= ${asOf}::date)
    GROUP BY l.account_id
  )
  SELECT json_build_object('AsOfDate', ${asOf}::date, 'CurrencyCode', ${currency}::text,
    'Debit', coalesce(sum(s.debit), 0.00), 'Credit', coalesce(sum(s.credit), 0.00),
    'Accounts', coalesce(json_agg(json_build_object('AccountId', a.id, 'Number', a.number, 'Name', a.name, 'Type', a.type,
      'Debit', s.debit, 'Credit', s.credit, 'Balance', s.debit - s.credit)
      ORDER BY a.number NULLS LAST, a.name, a.id), '[]'::json))::text AS text
  FROM sums s JOIN account a ON a.tenant_id = ${tenantId}::int AND a.id = s.account_id`

/** The first days of the first and the last month. */
export interface MonthRange {
  from: Day
  to: Day
}

/**
 * Selects the sums of lines by month. For callers that are limited to chapters, from the lines that they see: the sums
 * of the tenant contain all contacts.
 */
const monthSums = (tenantId: number, isLimited: boolean): Sql =>
  isLimited
    ? Prisma.sql`SELECT date_trunc('month', l.posted_on)::date AS month, l.account_id, e.document_kind, l.amount
        FROM journal_line l JOIN journal_entry e ON e.tenant_id = l.tenant_id AND e.id = l.entry_id
        WHERE l.tenant_id = ${tenantId}::int`
    : Prisma.sql`SELECT m.month, m.account_id, m.document_kind, m.amount FROM journal_month m
        WHERE m.tenant_id = ${tenantId}::int`

/** Selects the figures of each month (MonthlyFigures) as JSON text: `text`. */
export const monthlyFiguresSql = (
  tenantId: number,
  { from, to }: MonthRange,
  { currency, isLimited }: { currency: string; isLimited: boolean },
): Sql => Prisma.sql`
  WITH sums AS MATERIALIZED (
    SELECT least(greatest(s.month, ${from}::date - 1), ${to}::date + 31) AS month, a.type = 'Income' AS is_income,
      a.system_role IS NOT DISTINCT FROM 'receivable' AS is_receivable, s.document_kind, sum(s.amount) AS amount
    FROM (${monthSums(tenantId, isLimited)}) s JOIN account a ON a.tenant_id = ${tenantId}::int AND a.id = s.account_id
      AND (a.type = 'Income' OR a.system_role = 'receivable')
    GROUP BY 1, 2, 3, 4
  ), figures AS (
    SELECT d.month::date AS month, coalesce(-sum(s.amount) FILTER (WHERE s.is_income), 0.00) AS income,
      coalesce(sum(s.amount) FILTER (WHERE s.is_receivable AND s.document_kind = 'invoice'), 0.00) AS invoiced,
      coalesce(-sum(s.amount) FILTER (WHERE s.is_receivable AND s.document_kind IN ('payment', 'refund')), 0.00) AS paid,
      coalesce(sum(s.amount) FILTER (WHERE s.is_receivable), 0.00) AS moved
    FROM generate_series(${from}::date, ${to}::date, interval '1 month') AS d(month)
    LEFT JOIN sums s ON s.month = d.month::date GROUP BY 1
  )
  SELECT json_build_object('CurrencyCode', ${currency}::text, 'Months', json_agg(json_build_object(
    'Month', to_char(f.month, 'YYYY-MM'), 'Income', f.income, 'Invoiced', f.invoiced, 'Paid', f.paid, 'Open', f.open)
    ORDER BY f.month))::text AS text
  FROM (SELECT g.*, (SELECT coalesce(sum(s.amount), 0.00) FROM sums s WHERE s.is_receivable AND s.month < ${from}::date)
      + sum(g.moved) OVER (ORDER BY g.month) AS open FROM figures g) f`

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
 * Selects the statement of a contact (Statement) as JSON text, with `lastDate` and `lastId` of the page if there are
 * more transactions. No row if the contact does not exist. An index contains the lines of a contact in this order: the
 * account is a subquery, because the planner does not know the order of lines that are joined.
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
