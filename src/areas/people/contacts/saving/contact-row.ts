import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { dayIn } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import { countriesById } from './countries.ts'
import { DERIVED_COLUMNS, type DerivationFacts, deriveColumns, deriveSearch } from './derived-columns.ts'
import { contactRecordsSql, lockContactsSql, type RecordsAnswer } from './records.queries.ts'
import type { ContactRecords } from './records.ts'

/** Rows refreshed by one statement. */
const CHUNK = 500

/**
 * Brings a contact's row to what its records say: names, keys, search, primary email, phone and address, counts,
 * balance, status, and where the shown name changed, the rows of others that show it. Writes only what differs.
 * Call it in the transaction of every change to a record that hangs on a contact (the contact's AuditId is not touched).
 */
export const refreshContactRow = (tx: Transaction, scope: Scope, contactId: number): Promise<void> =>
  refreshContactRows(tx, scope, [contactId])

/**
 * The same for any number of contacts, in a few statements for each 500. Rows say the same whoever brings them up to date,
 * and a changed name shows wherever it stands: chapters are no limit here.
 */
export const refreshContactRows = (tx: SqlRunner, scope: Scope, ids: readonly number[]): Promise<void> =>
  runForWholeTenant(tx, scope, async () => {
    const renamed = await refreshOnce(tx, scope, ids)
    if (renamed.length === 0) return
    // Names are shown one step away and no further: these rows' own names do not depend on them.
    await refreshOnce(tx, scope, await showing(tx, scope, renamed))
  })

/** Rows that show the name of one of these contacts: as organization or as primary contact. */
const showing = async (tx: SqlRunner, { db: { tenantId } }: Scope, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx.rows<{ id: number }>(Prisma.sql`
    SELECT id FROM contact WHERE tenant_id = ${tenantId} AND primary_contact_id = ANY(${[...ids]}::int[])
    UNION
    SELECT contact_id FROM contact_role WHERE tenant_id = ${tenantId} AND organization_id = ANY(${[...ids]}::int[])`)
  return rows.map(({ id }) => id)
}

/** Answers the contacts whose shown name changed. */
const refreshOnce = async (tx: SqlRunner, scope: Scope, ids: readonly number[]): Promise<number[]> => {
  const { tenantId } = scope.db
  const distinct = [...new Set(ids)].sort((a, b) => a - b)
  const facts = await derivationFacts(scope)
  const renamed: number[] = []
  for (let from = 0; from < distinct.length; from += CHUNK) {
    const chunk = distinct.slice(from, from + CHUNK)
    const [, found] = await Promise.all([
      tx.rows(lockContactsSql(tenantId, chunk)),
      tx.rows<RecordsAnswer>(contactRecordsSql(tenantId, chunk)),
    ])
    const written = await tx.rows<{ id: number; renamed: boolean }>(writeDerivedSql(found, facts))
    renamed.push(...written.filter((row) => row.renamed).map(({ id }) => id))
  }
  return renamed
}

const names = Object.keys(DERIVED_COLUMNS)
const columns = (prefix: string): string => names.map((name) => `${prefix}.${name}`).join(', ')
const typed = Prisma.raw(
  Object.entries(DERIVED_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)
const assignments = Prisma.raw(names.map((name) => `${name} = x.${name}`).join(', '))
const [kept, wanted] = [Prisma.raw(columns('c')), Prisma.raw(columns('x'))]

const writeDerivedSql = (found: readonly RecordsAnswer[], facts: DerivationFacts) => {
  const rows = found.map(({ records }) => derivedRow(records, facts))
  return Prisma.sql`
    WITH x AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id int, tokens text[], ${typed})
    ), before AS MATERIALIZED (
      SELECT c.id, c.display_name FROM contact c JOIN x ON c.tenant_id = ${facts.tenantId} AND c.id = x.id
    )
    UPDATE contact c SET ${assignments}, search = array_to_tsvector(x.tokens)
    FROM x JOIN before USING (id)
    WHERE c.tenant_id = ${facts.tenantId} AND c.id = x.id
      AND ((${kept}) IS DISTINCT FROM (${wanted}) OR c.search IS DISTINCT FROM array_to_tsvector(x.tokens))
    RETURNING c.id, before.display_name <> c.display_name AS renamed`
}

const derivedRow = (records: ContactRecords, facts: DerivationFacts) => {
  const derived = deriveColumns(records, facts)
  return { id: records.id, ...derived, tokens: deriveSearch(records, derived, facts.tenantId) }
}

/** What derivations need to know of the tenant and the day. */
export const derivationFacts = async (scope: Scope): Promise<DerivationFacts> => ({
  tenantId: scope.db.tenantId,
  countries: await countriesById(scope),
  today: dayIn(scope.tenant.timeZone, scope.clock.now()),
  defaultStatusId: scope.tenant.defaultContactStatusId,
})
