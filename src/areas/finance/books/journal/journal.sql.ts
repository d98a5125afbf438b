import { type Param, shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface EntryValues {
  tenantId: number
  documentKind: string
  /** Null for an entry without a document. */
  documentId: number | null
  reference: string
  contactId: number | null
  postedOn: string
  /** As JSON: account_id or role, class_id, cents. */
  lines: string
}

/** Adds an entry with its lines, in one statement as the trigger requires. Lines name an account or its system role. */
export const postEntrySql = shape<EntryValues>(
  ({ tenantId, documentKind, documentId, reference, contactId, postedOn, lines }): Sql => Prisma.sql`
  WITH entry AS (
    INSERT INTO journal_entry (tenant_id, posted_on, document_kind, document_id, reference, contact_id)
    VALUES (${tenantId}::int, ${postedOn}::date, ${documentKind}::text, ${documentId}::int, ${reference}::text,
      ${contactId}::int) RETURNING tenant_id, id, contact_id, posted_on
  ), line AS (
    INSERT INTO journal_line (tenant_id, entry_id, position, account_id, class_id, contact_id, posted_on, amount)
    SELECT e.tenant_id, e.id, l.position::smallint, coalesce(l.account_id, a.id), l.class_id, e.contact_id, e.posted_on,
      l.cents::numeric / 100
    FROM entry e CROSS JOIN ROWS FROM (jsonb_to_recordset(${lines}::jsonb)
      AS (account_id int, role text, class_id int, cents bigint)) WITH ORDINALITY AS l(account_id, role, class_id, cents, position)
    LEFT JOIN account a ON a.tenant_id = e.tenant_id AND a.system_role = l.role
  ) SELECT id FROM entry`,
)

export interface ReversalValues {
  tenantId: number
  documentKind: string
  documentId: number
  postedOn: string
}

/** Adds the exact reversal of the entry of a document. A unique index prevents a second one. */
export const reverseEntrySql = shape<ReversalValues>(
  ({ tenantId, documentKind, documentId, postedOn }): Sql =>
    reversal(
      postedOn,
      Prisma.sql`o.tenant_id = ${tenantId}::int AND o.document_kind = ${documentKind}::text
      AND o.document_id = ${documentId}::int AND o.reverses_id IS NULL`,
    ),
)

/** Adds the exact reversals of the entries of documents. */
export const reverseEntriesSql = shape<Omit<ReversalValues, 'documentId'> & { documentIds: readonly number[] }>(
  ({ tenantId, documentKind, documentIds, postedOn }): Sql =>
    reversal(
      postedOn,
      Prisma.sql`o.tenant_id = ${tenantId}::int AND o.document_kind = ${documentKind}::text
      AND o.document_id = ANY (${documentIds}::int[]) AND o.reverses_id IS NULL`,
    ),
)

/** Adds the exact reversal of an entry. */
export const reverseEntryByIdSql = shape<{ tenantId: number; entryId: number; postedOn: string }>(
  ({ tenantId, entryId, postedOn }): Sql =>
    reversal(postedOn, Prisma.sql`o.tenant_id = ${tenantId}::int AND o.id = ${entryId}::bigint`),
)

const reversal = (postedOn: Param<string>, isReversed: Sql): Sql => Prisma.sql`
  WITH entry AS (
    INSERT INTO journal_entry (tenant_id, posted_on, document_kind, document_id, reference, contact_id, reverses_id)
    SELECT o.tenant_id, ${postedOn}::date, o.document_kind, o.document_id, o.reference, o.contact_id, o.id
    FROM journal_entry o WHERE ${isReversed} ORDER BY o.id
    RETURNING tenant_id, id, contact_id, posted_on, reverses_id
  ), line AS (
    INSERT INTO journal_line (tenant_id, entry_id, position, account_id, class_id, contact_id, posted_on, amount)
    SELECT e.tenant_id, e.id, l.position, l.account_id, l.class_id, e.contact_id, e.posted_on, -l.amount
    FROM entry e JOIN journal_line l ON l.tenant_id = e.tenant_id AND l.entry_id = e.reverses_id
    ORDER BY e.id, l.position
  ) SELECT id FROM entry`
