import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { bucketSums, openAmountsSql } from './aging.listing.ts'
import { HAS_OPEN, OPEN_CREDIT, openByAge } from './contact-receivables.listing.ts'

/**
 * The totals of all open invoices by age (ReceivableTotals), from the sums by due day that a trigger keeps. For callers
 * that are limited to chapters, from the invoices that they see.
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
        ${bucketSums(Prisma.sql`r.balance`, Prisma.sql`r.due_on`, Prisma.sql`${today}`)}
      FROM (${days}) r) x`
}

/** The balance of a contact (ContactBalance) as JSON text. No row if it does not exist. */
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

/** Whether a contact has open invoices, payments or credits, also if they net to 0: `hasOpen`. */
export const hasOpenDocumentsSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT ${HAS_OPEN} AS "hasOpen" FROM (SELECT ${tenantId}::int AS tenant_id, ${contactId}::int AS contact_id) b`

/** The balances of all accounts with entries (TrialBalance) as JSON text. */
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
