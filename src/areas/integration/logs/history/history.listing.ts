import { TenantLogRow } from '#contract/integration/logs'
import { columnsOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { Filter, Leaf, Literal } from '#kernel/listing/filter'
import { containsTextSql } from '#kernel/listing/folded-text-sql'
import type { List } from '#kernel/listing/list-response'
import type { ListField, Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { actorNameSql } from '#services/auth/actor-display'
import { numberOfLevel } from '#services/tenant-log/log-event-texts'
import { levelFields } from '../level-field.listing.ts'
import { CHANGE_TYPE } from '../tenant-log.model.ts'
import { FIRST_CHANGE_ID, spellingOf } from './history.model.ts'
import { isReadableSql } from './history.sql.ts'

const id = Prisma.sql`a.id`
const rowId = Prisma.sql`(a.id + ${Prisma.raw(FIRST_CHANGE_ID)})`
const level = Prisma.sql`${Prisma.raw(String(numberOfLevel('Information')))}::smallint`
const type = Prisma.sql`'${Prisma.raw(CHANGE_TYPE)}'::text`
const message = Prisma.sql`(a.entity || ' ' || a.entity_id || ' ' || a.action || ', version ' || a.audit_id)`
const key = Prisma.sql`a.entity_id::text`
const sourceName = actorNameSql({ chapters: null }, Prisma.sql`a.actor`)
const none = Prisma.sql`NULL::text`
const missing: ListField = valueField('text', none, Prisma.sql`''::text`)

/** Tests of the key of a record become tests of its id, for which an index exists. */
const keyField: ListField = {
  ...valueField('text', key, Prisma.sql`a.entity_id`),
  order: [{ type: 'bigint', sql: Prisma.sql`a.entity_id` }],
  rewrite: (leaf) => compareById(leaf),
}

const compareById = (leaf: Leaf): Filter => {
  if (leaf.op === 'eq') return { op: 'in', field: 'EntityId', values: idsOf([leaf.value]) }
  if (leaf.op === 'in') return { op: 'in', field: 'EntityId', values: idsOf(leaf.values) }
  return { ...leaf, field: 'EntityKeyText' }
}

/** Returns the ids among texts. A text that is no id is left out, because no record has it. */
const idsOf = (values: readonly Literal[]): Literal[] =>
  values.flatMap((value) =>
    'text' in value && /^\d{1,15}$/.test(value.text) ? [{ kind: 'number' as const, text: value.text }] : [],
  )

/** The part of the history that a search covers. */
export interface HistoryBound {
  from?: Date
  /** The instant after the last. */
  to?: Date
  /** Ids of records, as digits. */
  ids?: readonly string[]
}

const searched = Prisma.sql`(${message} || ' ' || a.actor || ' ' || coalesce(a.changes::text, ''))`

/** Returns the changes in a part of the history that contain a text. */
const foundSql = (tenantId: number, text: string, entities: string[] | null, { from, to, ids }: HistoryBound): Sql => {
  const conditions = [
    Prisma.sql`a.tenant_id = ${tenantId}::integer`,
    isReadableSql(entities),
    ...(from ? [Prisma.sql`a.at >= ${from}::timestamptz`] : []),
    ...(to ? [Prisma.sql`a.at < ${to}::timestamptz`] : []),
    ...(ids ? [Prisma.sql`a.entity_id = ANY (${[...ids]}::bigint[])`] : []),
    containsTextSql(searched, text),
  ]
  return Prisma.sql`SELECT a.id FROM audit_entry a WHERE ${Prisma.join(conditions, ' AND ')}`
}

const fields: Listing['fields'] = {
  RowId: { ...valueField('bigint', rowId), order: [{ type: 'bigint', sql: id }] },
  CreatedDate: valueField('instant', Prisma.sql`a.at`),
  ...levelFields(level),
  LogType: valueField('text', type),
  Message: valueField('text', message),
  EntityPrimaryType: { ...valueField('text', Prisma.sql`a.entity`), normalize: spellingOf },
  EntityPrimaryKey: keyField,
  EntityId: { ...valueField('bigint', Prisma.sql`a.entity_id`), isInternal: true },
  EntityKeyText: { ...valueField('text', key), isInternal: true },
  AlternateName: missing,
  Source: valueField('text', Prisma.sql`a.actor`),
  SourceName: optionalField('text', sourceName),
  SourceType: missing,
  Destination: missing,
  Tags: valueField('text', Prisma.sql`a.action`),
  AccompanyingFileUri: missing,
  HasDetails: valueField('boolean', Prisma.sql`(a.changes IS NOT NULL)`),
}

/** Returns the changes of records, the latest first. @param entities that the caller may read; null for all. */
const historyListing = (entities: string[] | null, bound: HistoryBound): Listing => ({
  from: Prisma.sql`audit_entry a`,
  row: TenantLogRow,
  tenant: Prisma.sql`a.tenant_id`,
  id,
  idType: 'bigint',
  listed: isReadableSql(entities),
  defaultOrder: 'CreatedDate desc',
  search: (tenantId, text) => ({ found: foundSql(tenantId, text, entities, bound) }),
  fields,
})

const columns = columnsOf(fields, {
  RowId: Prisma.sql`${rowId}::text`,
  Actions: Prisma.sql`CASE WHEN a.changes IS NULL THEN '[]'::json ELSE '["details"]'::json END`,
})

/** @param bound of a search. */
export const historyList = (entities: string[] | null, bound: HistoryBound = {}): List => ({
  listing: historyListing(entities, bound),
  columns,
})
