import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DERIVED_COLUMNS, type DerivationFacts, deriveColumns, deriveSearch } from './derivation.model.ts'
import type { ContactPlan, ListPlans, RecordList } from './plan.model.ts'
import { ENTERED_COLUMNS } from './records.model.ts'

/** Table and columns of each list. Places come before the addresses that use them. */
const TABLES: Record<RecordList, { table: string; columns: string }> = {
  emails: { table: 'contact_email', columns: 'id contact_id address address_key type_id status is_unpublished' },
  phones: { table: 'contact_phone', columns: 'id contact_id number e164 extension type_id is_unpublished' },
  websites: { table: 'contact_website', columns: 'id contact_id url type_id is_unpublished' },
  places: {
    table: 'address',
    columns: 'id audit_id source_contact_id address1 address2 city state_province postal_code country_id',
  },
  addresses: {
    table: 'contact_address',
    columns: 'id audit_id contact_id address_id type_id usage_flag_id note is_unpublished',
  },
  roles: {
    table: 'contact_role',
    columns: 'id audit_id contact_id organization_id role_type_id title start_date end_date display_on_web',
  },
  designations: { table: 'contact_designation', columns: 'id contact_id code name display_order' },
  parents: { table: 'contact_relationship', columns: 'id audit_id contact_id other_contact_id type_id' },
}

/**
 * Writes a new contact with all its records and its history in one statement, unless `guard` (a table function) has
 * rows: then nothing is written. Answers one row with `candidates`: the guard's rows, or null. Foreign keys are checked
 * when the statement ends, so the order of its parts does not matter.
 */
export const insertContactSql = (
  plan: ContactPlan,
  facts: DerivationFacts,
  history: HistoryParts,
  guard?: Sql,
): Sql => {
  const derived = deriveColumns(plan.after, facts)
  const row = { ...plan.after.entered, ...derived }
  const columns = [...new Set([...ENTERED_COLUMNS, ...(Object.keys(DERIVED_COLUMNS) as (keyof typeof row)[])])]
  const free = guard ? Prisma.sql`NOT EXISTS (SELECT FROM guard)` : Prisma.sql`true`
  const contact = Prisma.sql`INSERT INTO contact (tenant_id, id, ${Prisma.raw(columns.join(', '))}, search)
    SELECT ${facts.tenantId}, ${plan.after.id}, ${Prisma.join(columns.map((column) => row[column]))},
      array_to_tsvector(${deriveSearch(plan.after, derived, facts.tenantId)}::text[])
    WHERE ${free}`
  const lists = Object.entries(TABLES).flatMap(([name, { table, columns: of }]) => {
    const { put } = plan.lists[name as RecordList]
    return put.length > 0 ? [addSql(facts.tenantId, table, of.split(' '), put, free)] : []
  })
  return Prisma.sql`WITH ${guard ? Prisma.sql`guard AS MATERIALIZED (SELECT * FROM ${guard}),` : Prisma.empty}
    ${parts([contact, ...lists])}, ${history(free)}
    SELECT ${guard ? Prisma.sql`(SELECT json_agg(g) FROM guard g)` : Prisma.sql`NULL::json`} AS candidates`
}

/** Parts of a WITH that record a change where a condition holds. */
export type HistoryParts = (happened: Sql) => Sql

/** Writes what a plan changes about an existing contact, and its next version; the derived columns are left alone. */
export const updateContactSql = (plan: ContactPlan, tenantId: number): Sql => {
  const { id, entered } = plan.after
  const values = ENTERED_COLUMNS.map((column) => Prisma.sql`${Prisma.raw(column)} = ${entered[column]}`)
  const contact = Prisma.sql`UPDATE contact SET ${Prisma.join(values)}, audit_id = audit_id + 1
    WHERE tenant_id = ${tenantId} AND id = ${id}`
  return together([contact, ...listStatements(tenantId, plan.lists)])
}

const together = (statements: readonly Sql[]): Sql => Prisma.sql`WITH ${parts(statements)} SELECT 1 AS done`

const parts = (statements: readonly Sql[]): Sql =>
  Prisma.join(statements.map((statement, index) => Prisma.sql`${Prisma.raw(`part${index}`)} AS (${statement})`))

const listStatements = (tenantId: number, lists: ListPlans): Sql[] =>
  Object.entries(TABLES).flatMap(([name, { table, columns }]) => {
    const { put, removed } = lists[name as RecordList]
    return [
      ...(put.length > 0 ? [putSql(tenantId, table, columns.split(' '), put)] : []),
      ...(removed.length > 0 ? [removeSql(tenantId, table, removed)] : []),
    ]
  })

const addSql = (tenantId: number, table: string, columns: string[], rows: readonly object[], free: Sql): Sql =>
  Prisma.sql`INSERT INTO ${Prisma.raw(table)} (tenant_id, ${Prisma.raw(columns.join(', '))})
    SELECT ${tenantId}::int, ${Prisma.raw(columns.join(', '))}
    FROM json_populate_recordset(${Prisma.raw(`null::${table}`)}, ${JSON.stringify(rows)}::json) WHERE ${free}`

/** Rows carry all their columns, so that adding and overwriting are one thing. */
const putSql = (tenantId: number, table: string, columns: string[], rows: readonly object[]): Sql => {
  const overwritten = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`)
  return Prisma.sql`${addSql(tenantId, table, columns, rows, Prisma.sql`true`)}
    ON CONFLICT (tenant_id, id) DO UPDATE SET ${Prisma.raw(overwritten.join(', '))}`
}

const removeSql = (tenantId: number, table: string, ids: readonly number[]): Sql =>
  Prisma.sql`DELETE FROM ${Prisma.raw(table)} WHERE tenant_id = ${tenantId} AND id = ANY(${[...ids]}::int[])`

/** Removes places that nobody uses any more. */
export const removeUnusedPlacesSql = (tenantId: number, placeIds: readonly number[]): Sql => Prisma.sql`
  DELETE FROM address a WHERE a.tenant_id = ${tenantId} AND a.id = ANY(${[...placeIds]}::int[])
    AND NOT EXISTS (SELECT FROM contact_address u WHERE u.tenant_id = a.tenant_id AND u.address_id = a.id)`
