import { type ChangeValues, changePartsSql } from '#kernel/records/change-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { canMatch, identityOfRecords } from '../duplicates/duplicates.model.ts'
import { makeCandidateValues } from '../duplicates/duplicates.sql.ts'
import { columnsOf, DERIVED_COLUMNS, ENTERED_COLUMNS, LISTS, RECORD_LISTS, type RecordList } from './columns.model.ts'
import { type DerivationFacts, deriveColumns, deriveSearch } from './derivation.model.ts'
import type { ContactPlan } from './plan.model.ts'

const CONTACT_COLUMNS = [...new Set([...ENTERED_COLUMNS, ...DERIVED_COLUMNS])]
const COLUMN_LIST = Prisma.raw(CONTACT_COLUMNS.join(', '))
const ALWAYS = Prisma.sql`true`

/**
 * Writes new contacts that reference no others, with their records and history, in one statement. They have been
 * compared with the stored contacts before (candidatesOfManySql).
 */
export const insertContactsSql = (plans: readonly ContactPlan[], facts: DerivationFacts, change: ChangeValues): Sql => {
  const { tenantId } = facts
  const rows = plans.map((plan) => contactRow(plan, facts))
  const lists = RECORD_LISTS.flatMap((list) => {
    const put = plans.flatMap((plan): object[] => plan.lists[list].put)
    return put.length === 0 ? [] : [addRowsSql(tenantId, list, put)]
  })
  return Prisma.sql`WITH x AS MATERIALIZED (
      SELECT * FROM json_populate_recordset(NULL::contact, ${JSON.stringify(rows)}::json)
    ), words AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows.map(({ id, tokens }) => ({ id, tokens })))}::json)
        AS w(id int, tokens text[])
    ), part AS (
      INSERT INTO contact (tenant_id, id, ${COLUMN_LIST}, search)
      SELECT ${tenantId}::int, x.id, ${Prisma.raw(CONTACT_COLUMNS.map((column) => `x.${column}`).join(', '))},
        array_to_tsvector(words.tokens)
      FROM x JOIN words USING (id) ORDER BY x.id
    ), ${lists.length > 0 ? Prisma.sql`${Prisma.join(lists)},` : Prisma.empty}
    ${changePartsSql(change, ALWAYS, change.key !== undefined)} SELECT 1 AS done`
}

// Object.assign, because V8 adds the properties of a second spread to a literal one by one: see deriveColumns.
const contactRow = (plan: ContactPlan, facts: DerivationFacts): { id: number; tokens: string[] } => {
  const { id, entered } = plan.after
  const derived = deriveColumns(plan.after, facts)
  return Object.assign({ id, tokens: deriveSearch(plan.after, derived, facts.tenantId) }, entered, derived)
}

const addRowsSql = (tenantId: number, list: RecordList, rows: readonly object[]): Sql => {
  const { table } = LISTS[list]
  const columns = Prisma.raw(columnsOf(list).join(', '))
  return Prisma.sql`${Prisma.raw(`added_${list}`)} AS (INSERT INTO ${Prisma.raw(table)} (tenant_id, ${columns})
    SELECT ${tenantId}::int, ${columns} FROM json_populate_recordset(${Prisma.raw(`NULL::${table}`)},
      ${JSON.stringify(rows)}::json))`
}

/** A stored contact that a new one may be the same as. */
export interface StoredCandidate {
  /** The position of the new contact. */
  at: number
  ContactId: number
  Name: string
}

/**
 * Compares new contacts with the stored ones, as the insert of each would: the best candidate of each that has any. First
 * waits for the commit of all saves that could be duplicates of one of them. Undefined if none can have duplicates.
 */
export const candidatesOfManySql = (tenantId: number, plans: readonly ContactPlan[]): Sql | undefined => {
  const wanted = plans.flatMap(({ after }, at) => {
    const identity = identityOfRecords(after)
    const values = canMatch(identity) ? makeCandidateValues(tenantId, identity, { wait: true }) : undefined
    return values ? [{ at, ...values }] : []
  })
  if (wanted.length === 0) return undefined
  // All locks in one order, so that two batches with the same contacts wait for each other and do not block each other.
  const locks = [...new Set(wanted.flatMap((one) => one.locks))].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  const rows = wanted.map((one) => ({ ...one, locks: [] }))
  return Prisma.sql`WITH locked AS MATERIALIZED (
      SELECT count(pg_advisory_xact_lock(key)) AS n FROM (SELECT key FROM unnest(${locks}::bigint[]) AS l(key) ORDER BY key) o
    )
    SELECT w.at, c.contact_id AS "ContactId", c.name AS "Name" FROM locked, json_to_recordset(${JSON.stringify(rows)}::json)
      AS w(at int, "identityType" int, "firstNameKey" text, "lastNameKey" text, "organizationNameKey" text, "emailKeys" text[])
    CROSS JOIN LATERAL (SELECT * FROM contact_candidates('{}'::bigint[], w."identityType", w."firstNameKey",
      w."lastNameKey", w."organizationNameKey", w."emailKeys", 0) LIMIT 1) c
    WHERE locked.n >= 0 ORDER BY w.at`
}
