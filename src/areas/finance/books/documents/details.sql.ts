import { instantJson, listJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { documentJoins, printedNumberSql } from './documents.listing.ts'
import { type DocumentKind, tableOf } from './documents.model.ts'

/** Returns the lines of the invoice or credit of row `doc` as JSON. */
export const linesJson = (document: 'invoice' | 'credit'): Sql =>
  listJson(Prisma.sql`
  SELECT l.id AS "LineId", l.fee_item_id AS "FeeItemId", l.description AS "Description", l.quantity AS "Quantity",
    l.unit_price AS "UnitPrice", l.amount AS "Amount", l.discount_id AS "DiscountId", l.discount AS "DiscountAmount",
    l.tax_set_id AS "TaxSetId", l.tax AS "TaxAmount", ${listJson(Prisma.sql`
      SELECT t.name AS "Name", t.percent AS "Percent", t.amount AS "Amount"
      FROM ${Prisma.raw(`${document}_line_tax`)} t WHERE t.tenant_id = l.tenant_id AND t.line_id = l.id
      ORDER BY t.position`)} AS "Taxes",
    l.account_id AS "AccountId", l.class_id AS "ClassId", l.service_on AS "ServiceDate"
  FROM ${Prisma.raw(`${document}_line`)} l
  WHERE l.tenant_id = doc.tenant_id AND l.${Prisma.raw(`${document}_id`)} = doc.id ORDER BY l.position`)

/**
 * Returns what is applied to the invoice, or what of the payment, credit or write-off, of row `doc` is applied, as
 * JSON.
 */
export const applicationsJson = (column: 'invoice_id' | 'payment_id' | 'credit_id' | 'write_off_id'): Sql =>
  listJson(Prisma.sql`
  SELECT x.invoice_id AS "InvoiceId", ${printedNumberSql('invoice', Prisma.sql`i.number`)} AS "InvoiceNumber",
    x.kind AS "SourceKind", coalesce(x.payment_id, x.credit_id, x.write_off_id) AS "SourceId",
    coalesce(${printedNumberSql('payment', Prisma.sql`p.number`)}, ${printedNumberSql('credit', Prisma.sql`r.number`)},
      ${printedNumberSql('writeoff', Prisma.sql`w.number`)}) AS "SourceNumber", x.amount AS "Amount", x.applied_on AS "AppliedDate"
  FROM (SELECT a.tenant_id, a.invoice_id, a.payment_id, a.credit_id, a.write_off_id, sum(a.amount) AS amount,
      min(a.applied_on) AS applied_on, min(a.id) AS first, CASE WHEN a.payment_id IS NOT NULL THEN 'payment'
        WHEN a.credit_id IS NOT NULL THEN 'credit' ELSE 'writeoff' END AS kind
    FROM application a WHERE a.tenant_id = doc.tenant_id AND a.${Prisma.raw(column)} = doc.id
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(a.amount) <> 0) x
  JOIN invoice i ON i.tenant_id = x.tenant_id AND i.id = x.invoice_id
  LEFT JOIN payment p ON p.tenant_id = x.tenant_id AND p.id = x.payment_id
  LEFT JOIN credit r ON r.tenant_id = x.tenant_id AND r.id = x.credit_id
  LEFT JOIN write_off w ON w.tenant_id = x.tenant_id AND w.id = x.write_off_id
  ORDER BY x.first`)

/** Returns the day on which the reversal of a document of row `doc` is posted; null for none. */
const reversedOn = (kind: DocumentKind, id: Sql): Sql => Prisma.sql`(SELECT max(e.posted_on) FROM journal_entry e
  WHERE e.tenant_id = doc.tenant_id AND e.document_kind = ${Prisma.raw(`'${kind}'`)} AND e.document_id = ${id}
    AND e.reverses_id IS NOT NULL AND doc.voided_at IS NOT NULL)`

/**
 * Selects one document in its documented shape: a VersionedRow.
 *
 * @param row the columns of its row in the list.
 * @param details the columns that only one document has.
 */
export const detailSql = (
  kind: DocumentKind,
  scope: Scope,
  id: number,
  row: Sql,
  details: readonly Sql[] = [],
): Sql => {
  const notes = Prisma.sql`doc.notes AS "Notes"`
  const voided = Prisma.sql`${instantJson(Prisma.sql`doc.voided_at`)} AS "VoidedDate"`
  const reversed = Prisma.sql`${reversedOn(kind, Prisma.sql`doc.id`)} AS "ReversedDate"`
  return Prisma.sql`
  SELECT row_to_json(x)::text AS text, doc.audit_id AS "auditId"
  FROM ${Prisma.raw(tableOf(kind))} doc ${documentJoins}
  CROSS JOIN LATERAL (SELECT ${Prisma.join([row, notes, voided, reversed, ...details])}) x
  WHERE doc.tenant_id = ${scope.db.tenantId}::integer AND doc.id = ${id}::integer`
}
