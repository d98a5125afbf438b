import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { factSql } from '../contact-facts.listing.ts'
import { DERIVED, DERIVED_COLUMNS, type DerivedColumns } from './columns.model.ts'
import { type DerivationFacts, deriveColumns, deriveSearch } from './derivation.model.ts'
import type { ContactRecords } from './records.model.ts'

const columns = (prefix: string): Sql => Prisma.raw(DERIVED_COLUMNS.map((column) => `${prefix}.${column}`).join(', '))
const TYPED = Prisma.raw(DERIVED_COLUMNS.map((column) => `${column} ${DERIVED[column].type}`).join(', '))
const CURRENT = columns('c')
const DERIVED_NOW = columns('x')
const ASSIGNMENTS = Prisma.raw(DERIVED_COLUMNS.map((column) => `${column} = x.${column}`).join(', '))

/**
 * Writes the derived columns of contacts where they differ, and the rows of `changed` in any case, which brings them
 * into the change feed again. Returns id and isRenamed of each row that it wrote.
 */
export const writeDerivedSql = (
  found: readonly ContactRecords[],
  facts: DerivationFacts,
  changed: readonly number[],
): Sql => {
  const rows = JSON.stringify(found.map((records) => derivedRow(records, facts)))
  return writeDerived({ tenantId: facts.tenantId, rows, changed })
}

interface DerivedValues {
  tenantId: number
  /** As JSON. */
  rows: string
  changed: readonly number[]
}

const writeDerived = shape<DerivedValues>(
  ({ tenantId, rows, changed }) => Prisma.sql`
    WITH x AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${rows}::json) AS r(id int, tokens text[], ${TYPED})
    ), before AS MATERIALIZED (
      SELECT c.id, c.display_name FROM contact c JOIN x ON c.tenant_id = ${tenantId} AND c.id = x.id
    )
    UPDATE contact c SET ${ASSIGNMENTS}, search = array_to_tsvector(x.tokens)
    FROM x JOIN before USING (id)
    WHERE c.tenant_id = ${tenantId} AND c.id = x.id
      AND ((${CURRENT}) IS DISTINCT FROM (${DERIVED_NOW})
        OR c.search IS DISTINCT FROM array_to_tsvector(x.tokens)
        OR c.deleted_at IS NULL AND c.id = ANY (${changed}::int[]))
    RETURNING c.id, before.display_name <> c.display_name AS "isRenamed"`,
)

const derivedRow = (
  records: ContactRecords,
  facts: DerivationFacts,
): DerivedColumns & { id: number; tokens: string[] } => {
  const derived = deriveColumns(records, facts)
  return Object.assign({ id: records.id, tokens: deriveSearch(records, derived, facts.tenantId) }, derived)
}

/** Writes the balances of contacts where they differ. */
export const writeBalancesSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  UPDATE contact c SET balance = ${factSql('balance')}
  WHERE c.tenant_id = ${tenantId}::integer AND c.id = ANY (${[...ids]}::integer[])
    AND c.balance IS DISTINCT FROM ${factSql('balance')}`

/**
 * Brings contacts into the change feed again, for changes that the feed shows but that no contact's row contains. A
 * trigger sets the time of the change. Leaves deleted contacts unchanged.
 */
export const markModifiedSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  UPDATE contact SET modified_at = modified_at
  WHERE tenant_id = ${tenantId}::integer AND id = ANY (${[...ids]}::integer[]) AND deleted_at IS NULL`

/**
 * Finds contacts whose status can be a default status, but not that of the tenant: no memberships of their own, no
 * status that staff set, and 1 Prospective, 8 NonMember or 16 Inactive. Ordered by id.
 */
export const otherDefaultsSql = (
  tenantId: number,
  defaultStatusId: number,
  after: number,
  take: number,
): Sql => Prisma.sql`
  SELECT id FROM contact
  WHERE tenant_id = ${tenantId}::integer AND id > ${after}::integer AND deleted_at IS NULL AND NOT has_membership
    AND manual_status_id IS NULL AND status_id IN (1, 8, 16) AND status_id <> ${defaultStatusId}::integer
  ORDER BY id LIMIT ${take}::integer`
