import { listContactFieldTypes } from '#areas/people/custom-fields/values/fields.queries'
import { hasValuesToPlanSql } from '#areas/people/custom-fields/values/record-values.listing'
import type { DuplicateCandidate } from '#contract/people/contacts-saving'
import { type Param, type Slots, shapesBy } from '#kernel/database/shape'
import { type ChangeValues, changePartsSql } from '#kernel/records/change-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type CandidateValues, candidateRowsSql } from '../duplicates/duplicates.sql.ts'
import {
  columnsOf,
  DERIVED_COLUMNS,
  type DerivedColumns,
  ENTERED_COLUMNS,
  type EnteredColumns,
  LISTS,
  RECORD_LISTS,
  type RecordList,
} from './columns.model.ts'
import { type DerivationFacts, deriveColumns, deriveSearch } from './derivation.model.ts'
import type { ContactPlan } from './plan.model.ts'

const CONTACT_COLUMNS = [...new Set([...ENTERED_COLUMNS, ...DERIVED_COLUMNS])]
const CONTACT_COLUMN_LIST = Prisma.raw(CONTACT_COLUMNS.join(', '))
const ALWAYS = Prisma.sql`true`
const NEVER = Prisma.sql`false`
const NO_CANDIDATES = Prisma.sql`SELECT WHERE false`

/** Other work of the insert of a contact. */
export interface InsertOptions {
  /** The history and event that it records. Absent: none. */
  change?: ChangeValues | undefined
  /** Nothing is written if contacts are found that may be the same. */
  candidates?: CandidateValues | undefined
  /** Nothing is written if custom fields would have to be planned. */
  guardsValues?: boolean | undefined
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
  { change, candidates, guardsValues = false }: InsertOptions = {},
): Sql => {
  const { tenantId } = facts
  const { id, entered } = plan.after
  const derived = deriveColumns(plan.after, facts)
  const form: InsertForm = {
    systemTypeId: entered.system_type_id,
    lists: RECORD_LISTS.filter((list) => plan.lists[list].put.length > 0),
    overwrites: RECORD_LISTS.filter((list) => canExist(plan.lists[list].put)),
    findsCandidates: candidates !== undefined,
    guardsValues,
    records: change && (change.key === undefined ? 'change' : 'change and key'),
  }
  const tokens = deriveSearch(plan.after, derived, tenantId)
  // Not by spreads, which take 20 us for so many columns (see deriveColumns).
  const values: InsertValues = Object.assign({ tenantId, id, tokens }, change, candidates, entered, derived)
  for (const list of form.lists) values[list] = JSON.stringify(plan.lists[list].put)
  return insert(form, values)
}

/** The properties that change the text of the statement. */
interface InsertForm {
  systemTypeId: 1 | 2
  /** The lists with rows. */
  lists: RecordList[]
  /** Those of them whose rows can exist already. */
  overwrites: RecordList[]
  findsCandidates: boolean
  guardsValues: boolean
  records: 'change' | 'change and key' | undefined
}

type InsertValues = EnteredColumns &
  DerivedColumns &
  Partial<ChangeValues & CandidateValues & Record<RecordList, string>> & {
    tenantId: number
    id: number
    /** The lexemes of the search. */
    tokens: string[]
  }

const keyOf = ({ systemTypeId, lists, overwrites, findsCandidates, guardsValues, records }: InsertForm): string =>
  `${systemTypeId} ${lists} ${overwrites} ${findsCandidates} ${guardsValues} ${records}`

const insert = shapesBy<InsertForm, InsertValues>(keyOf, (form, slots) => {
  const isFree = Prisma.sql`(SELECT candidates IS NULL AND NOT "hasValuesToPlan" FROM guard)`
  const { tenantId, id, tokens } = slots
  const contact = Prisma.sql`INSERT INTO contact (tenant_id, id, ${CONTACT_COLUMN_LIST}, search)
    SELECT ${tenantId}, ${id}, ${Prisma.join(CONTACT_COLUMNS.map((column) => slots[column]))},
      array_to_tsvector(${tokens}::text[])
    WHERE ${isFree}`
  const lists = form.lists.map((list) => {
    const write = form.overwrites.includes(list) ? putSql : addSql
    return write(tenantId, LISTS[list].table, columnsOf(list), slots[list], isFree)
  })
  return Prisma.sql`WITH guard AS MATERIALIZED (${guardSql(form, slots)}),
    ${parts([contact, ...lists])}, ${recordedSql(form, slots, isFree)}
    SELECT candidates, "hasValuesToPlan" FROM guard`
})

const guardSql = ({ systemTypeId, findsCandidates, guardsValues }: InsertForm, slots: Slots<InsertValues>): Sql => {
  const candidates = findsCandidates ? candidateRowsSql(slots) : NO_CANDIDATES
  const hasValuesToPlan = guardsValues ? hasValuesToPlanSql(slots.tenantId, listContactFieldTypes(systemTypeId)) : NEVER
  return Prisma.sql`SELECT (SELECT json_agg(g) FROM (${candidates}) g) AS candidates,
    ${hasValuesToPlan} AS "hasValuesToPlan"`
}

const recordedSql = ({ records }: InsertForm, slots: Slots<InsertValues>, isFree: Sql): Sql =>
  records ? changePartsSql(slots, isFree, records === 'change and key') : Prisma.sql`nothing AS (SELECT 1)`

/**
 * Writes what a plan changes of an existing contact, with its next version and its history.
 *
 * @param derives whether to write the derived columns too. Only if the plan changes no surroundings.
 */
export const updateContactSql = (
  plan: ContactPlan,
  facts: DerivationFacts,
  change: ChangeValues,
  derives: boolean,
): Sql => {
  const { id, entered } = plan.after
  const form: UpdateForm = {
    derives,
    lists: RECORD_LISTS.filter((list) => plan.lists[list].put.length > 0),
    removals: RECORD_LISTS.filter((list) => plan.lists[list].removed.length > 0),
    hasKey: change.key !== undefined,
  }
  const derived = derives ? deriveColumns(plan.after, facts) : undefined
  const tokens = derived && deriveSearch(plan.after, derived, facts.tenantId)
  const values: UpdateValues = Object.assign({ tenantId: facts.tenantId, id, tokens }, change, entered, derived)
  for (const list of form.lists) values[list] = JSON.stringify(plan.lists[list].put)
  for (const list of form.removals) values[`${list}Removed`] = plan.lists[list].removed
  return update(form, values)
}

/** The properties that change the text of the statement. */
interface UpdateForm {
  derives: boolean
  /** The lists with rows to write. */
  lists: RecordList[]
  /** The lists with rows to remove. */
  removals: RecordList[]
  hasKey: boolean
}

type UpdateValues = EnteredColumns &
  ChangeValues &
  Partial<DerivedColumns & Record<RecordList, string> & Record<`${RecordList}Removed`, number[]>> & {
    tenantId: number
    id: number
    tokens: string[] | undefined
  }

const update = shapesBy<UpdateForm, UpdateValues>(
  ({ derives, lists, removals, hasKey }) => `${derives} ${lists} ${removals} ${hasKey}`,
  ({ derives, lists, removals, hasKey }, slots) => {
    const { tenantId, id, tokens } = slots
    const columns = derives ? CONTACT_COLUMNS : ENTERED_COLUMNS
    const values = columns.map((column) => Prisma.sql`${Prisma.raw(column)} = ${slots[column]}`)
    if (derives) values.push(Prisma.sql`search = array_to_tsvector(${tokens}::text[])`)
    const statements = [
      Prisma.sql`UPDATE contact SET ${Prisma.join(values)}, audit_id = audit_id + 1
        WHERE tenant_id = ${tenantId} AND id = ${id}`,
      ...lists.map((list) => putSql(tenantId, LISTS[list].table, columnsOf(list), slots[list], ALWAYS)),
      ...removals.map((list) => removeSql(tenantId, LISTS[list].table, slots[`${list}Removed`])),
    ]
    return Prisma.sql`WITH ${parts(statements)}, ${changePartsSql(slots, ALWAYS, hasKey)}
      SELECT NULL::json AS candidates, false AS "hasValuesToPlan"`
  },
)

const parts = (statements: readonly Sql[]): Sql =>
  Prisma.join(statements.map((statement, index) => Prisma.sql`${Prisma.raw(`part${index}`)} AS (${statement})`))

// Of the rows of a new contact, only a postal address that it shares with others can exist already.
const canExist = (rows: readonly { id: number; audit_id?: number }[]): boolean =>
  rows.some(({ audit_id = 1 }) => audit_id > 1)

/** @param rows as JSON. */
const addSql = (tenantId: Param<number>, table: string, columns: string[], rows: Param<string>, isFree: Sql): Sql => {
  const names = Prisma.raw(columns.join(', '))
  return Prisma.sql`INSERT INTO ${Prisma.raw(table)} (tenant_id, ${names})
    SELECT ${tenantId}::int, ${names}
    FROM json_populate_recordset(${Prisma.raw(`null::${table}`)}, ${rows}::json) WHERE ${isFree}`
}

/** Inserts rows, or overwrites those that exist. Rows carry all their columns, so that both are one statement. */
const putSql: typeof addSql = (tenantId, table, columns, rows, isFree) => {
  const overwritten = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`)
  return Prisma.sql`${addSql(tenantId, table, columns, rows, isFree)}
    ON CONFLICT (tenant_id, id) DO UPDATE SET ${Prisma.raw(overwritten.join(', '))}`
}

const removeSql = (tenantId: Param<number>, table: string, ids: Param<number[]>): Sql =>
  Prisma.sql`DELETE FROM ${Prisma.raw(table)} WHERE tenant_id = ${tenantId} AND id = ANY(${ids}::int[])`

/** Removes postal addresses that no contact uses any more. */
export const removeUnusedAddressesSql = (tenantId: number, addressIds: readonly number[]): Sql => Prisma.sql`
  DELETE FROM address a WHERE a.tenant_id = ${tenantId} AND a.id = ANY(${[...addressIds]}::int[])
    AND NOT EXISTS (SELECT FROM contact_address u WHERE u.tenant_id = a.tenant_id AND u.address_id = a.id)`

/** Selects the contacts that use any of these postal addresses. */
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
