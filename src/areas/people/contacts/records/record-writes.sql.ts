import type { DuplicateCandidate } from '#contract/people/contacts-saving'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { columnsOf, DERIVED_COLUMNS, ENTERED_COLUMNS, LISTS, RECORD_LISTS } from './columns.model.ts'
import { type DerivationFacts, deriveColumns, deriveSearch } from './derivation.model.ts'
import type { ContactPlan } from './plan.model.ts'
import type { ListPlan } from './plan-lists.model.ts'

/** Parts of a WITH that record a change if a condition is true. */
export type HistoryParts = (happened: Sql) => Sql

const CONTACT_COLUMNS = [...new Set([...ENTERED_COLUMNS, ...DERIVED_COLUMNS])]
const CONTACT_COLUMN_LIST = Prisma.raw(CONTACT_COLUMNS.join(', '))
const ALWAYS = Prisma.sql`true`
const NEVER = Prisma.sql`false`
const NO_CANDIDATES = Prisma.sql`SELECT WHERE false`

/** What prevents the insert of a contact. */
export interface InsertGuards {
  /** Selects the contacts that may be the same. */
  candidates?: Sql | undefined
  /** Whether custom fields would have to be planned. */
  hasValuesToPlan?: Sql | undefined
}

/** The row of a statement that writes a contact: why nothing was written, if so. */
export interface InsertResult {
  candidates: DuplicateCandidate[] | null
  hasValuesToPlan: boolean
}

/**
 * Writes a new contact with all its records and its history in one statement, unless a guard prevents it: then it writes
 * nothing. Returns one InsertResult. PostgreSQL checks foreign keys at the end of the statement, so the order of its
 * parts does not matter.
 */
export const insertContactSql = (
  plan: ContactPlan,
  facts: DerivationFacts,
  history: HistoryParts,
  { candidates = NO_CANDIDATES, hasValuesToPlan = NEVER }: InsertGuards = {},
): Sql => {
  const derived = deriveColumns(plan.after, facts)
  const row = { ...plan.after.entered, ...derived }
  const isFree = Prisma.sql`(SELECT candidates IS NULL AND NOT "hasValuesToPlan" FROM guard)`
  const contact = Prisma.sql`INSERT INTO contact (tenant_id, id, ${CONTACT_COLUMN_LIST}, search)
    SELECT ${facts.tenantId}, ${plan.after.id}, ${Prisma.join(CONTACT_COLUMNS.map((column) => row[column]))},
      array_to_tsvector(${deriveSearch(plan.after, derived, facts.tenantId)}::text[])
    WHERE ${isFree}`
  return Prisma.sql`WITH guard AS MATERIALIZED (
      SELECT (SELECT json_agg(g) FROM (${candidates}) g) AS candidates, ${hasValuesToPlan} AS "hasValuesToPlan"),
    ${parts([contact, ...listStatements(facts.tenantId, plan, isFree)])}, ${history(isFree)}
    SELECT candidates, "hasValuesToPlan" FROM guard`
}

/**
 * Writes what a plan changes of an existing contact, with its next version and its history. Leaves the derived columns
 * unchanged.
 */
export const updateContactSql = (plan: ContactPlan, tenantId: number, history: HistoryParts): Sql => {
  const { id, entered } = plan.after
  const values = ENTERED_COLUMNS.map((column) => Prisma.sql`${Prisma.raw(column)} = ${entered[column]}`)
  const contact = Prisma.sql`UPDATE contact SET ${Prisma.join(values)}, audit_id = audit_id + 1
    WHERE tenant_id = ${tenantId} AND id = ${id}`
  return Prisma.sql`WITH ${parts([contact, ...listStatements(tenantId, plan)])}, ${history(ALWAYS)}
    SELECT NULL::json AS candidates, false AS "hasValuesToPlan"`
}

const parts = (statements: readonly Sql[]): Sql =>
  Prisma.join(statements.map((statement, index) => Prisma.sql`${Prisma.raw(`part${index}`)} AS (${statement})`))

const listStatements = (tenantId: number, { before, lists }: ContactPlan, isFree: Sql = ALWAYS): Sql[] =>
  RECORD_LISTS.flatMap((list) => {
    const { put, removed }: ListPlan<{ id: number; audit_id?: number }> = lists[list]
    const { table } = LISTS[list]
    // Of the rows of a new contact, only a postal address that it shares with others can exist already.
    const isNew = before.auditId === 0 && put.every(({ audit_id = 1 }) => audit_id === 1)
    const write = isNew ? addSql : putSql
    return [
      ...(put.length > 0 ? [write(tenantId, table, columnsOf(list), put, isFree)] : []),
      ...(removed.length > 0 ? [removeSql(tenantId, table, removed)] : []),
    ]
  })

const addSql = (tenantId: number, table: string, columns: string[], rows: readonly object[], isFree: Sql): Sql => {
  const names = Prisma.raw(columns.join(', '))
  return Prisma.sql`INSERT INTO ${Prisma.raw(table)} (tenant_id, ${names})
    SELECT ${tenantId}::int, ${names}
    FROM json_populate_recordset(${Prisma.raw(`null::${table}`)}, ${JSON.stringify(rows)}::json) WHERE ${isFree}`
}

/** Inserts rows, or overwrites those that exist. Rows carry all their columns, so that both are one statement. */
const putSql = (tenantId: number, table: string, columns: string[], rows: readonly object[], isFree: Sql): Sql => {
  const overwritten = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`)
  return Prisma.sql`${addSql(tenantId, table, columns, rows, isFree)}
    ON CONFLICT (tenant_id, id) DO UPDATE SET ${Prisma.raw(overwritten.join(', '))}`
}

const removeSql = (tenantId: number, table: string, ids: readonly number[]): Sql =>
  Prisma.sql`DELETE FROM ${Prisma.raw(table)} WHERE tenant_id = ${tenantId} AND id = ANY(${[...ids]}::int[])`

/** Removes postal addresses that no contact uses any more. */
export const removeUnusedAddressesSql = (tenantId: number, addressIds: readonly number[]): Sql => Prisma.sql`
  DELETE FROM address a WHERE a.tenant_id = ${tenantId} AND a.id = ANY(${[...addressIds]}::int[])
    AND NOT EXISTS (SELECT FROM contact_address u WHERE u.tenant_id = a.tenant_id AND u.address_id = a.id)`

/** The contacts that use any of these postal addresses. */
export const usersOfAddressesSql = (tenantId: number, addressIds: readonly number[]): Sql => Prisma.sql`
  SELECT DISTINCT contact_id AS id FROM contact_address
  WHERE tenant_id = ${tenantId} AND address_id = ANY(${[...addressIds]}::int[])`

/** Sets the primary contacts of organizations, each with its next version. Returns id, auditId and primaryContactId. */
export const setPrimaryContactsSql = (tenantId: number, planned: ContactPlan['primaryContactOf']): Sql => {
  const rows = planned.map(({ organizationId, contactId }) => ({ id: organizationId, primary_contact_id: contactId }))
  return Prisma.sql`
    UPDATE contact c SET primary_contact_id = x.primary_contact_id, audit_id = c.audit_id + 1
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(id int, primary_contact_id int)
    WHERE c.tenant_id = ${tenantId} AND c.id = x.id
    RETURNING c.id, c.audit_id AS "auditId", c.primary_contact_id AS "primaryContactId"`
}
