import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The first days of the first and the last month. */
export interface MonthRange {
  from: Day
  to: Day
}

/**
 * The sums of lines by month. For callers that are limited to chapters, from the lines that they see: the sums of the tenant
 * contain all contacts.
 */
const monthSums = (tenantId: number, isLimited: boolean): Sql =>
  isLimited
    ? Prisma.sql`SELECT date_trunc('month', l.posted_on)::date AS month, l.account_id, e.document_kind, l.amount
        FROM journal_line l JOIN journal_entry e ON e.tenant_id = l.tenant_id AND e.id = l.entry_id
        WHERE l.tenant_id = ${tenantId}::int`
    : Prisma.sql`SELECT m.month, m.account_id, m.document_kind, m.amount FROM journal_month m
        WHERE m.tenant_id = ${tenantId}::int`

/** The figures of each month (MonthlyFigures) as JSON text: \`text\`. */
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
