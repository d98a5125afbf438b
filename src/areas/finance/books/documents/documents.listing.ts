import type { TSchema } from '@sinclair/typebox'
import { foundContactsSql, shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { type Columns, columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import { containsTextSql } from '#kernel/listing/folded-text-sql'
import type { List } from '#kernel/listing/list-response'
import type { ListField, Listing } from '#kernel/listing/listing'
import { contactOfChaptersSql } from '#kernel/tenancy/chapter-contacts'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type DocumentKind, numberPrefix, tableOf } from './documents.model.ts'

/** The largest number of a document: int4 of the database. */
const MAX_NUMBER = 2_147_483_647

/**
 * Selects the `id` of the contacts that a search of the books finds: with contacts:read as the search of contacts does,
 * else by what the rows show, their names.
 */
export const searchedContactsSql = (scope: Scope, tenantId: number, text: string): Sql | null =>
  hasGrant(scope, 'contacts:read')
    ? foundContactsSql(tenantId, text)
    : Prisma.sql`SELECT k.id FROM contact k WHERE k.tenant_id = ${tenantId}::integer AND k.deleted_at IS NULL
        AND ${containsTextSql(Prisma.sql`k.display_name`, text)}`

/** Returns the search of a list of documents: by number, by reference if the kind has one, and by contact. */
export const makeDocumentSearch =
  (scope: Scope, kind: DocumentKind): NonNullable<Listing['search']> =>
  (tenantId, text) => {
    const table = Prisma.raw(tableOf(kind))
    const contacts = searchedContactsSql(scope, tenantId, text)
    const number = numberIn(kind, text)
    const own = Prisma.sql`SELECT h.id FROM ${table} h WHERE h.tenant_id = ${tenantId}::integer`
    const parts = [
      ...(contacts ? [Prisma.sql`${own} AND h.contact_id IN (${contacts})`] : []),
      ...(number === null ? [] : [Prisma.sql`${own} AND h.number = ${number}::integer`]),
      ...(kind === 'payment' ? [Prisma.sql`${own} AND ${containsTextSql(Prisma.sql`h.reference`, text)}`] : []),
    ]
    return parts.length === 0 ? null : { found: Prisma.join(parts, ' UNION ') }
  }

/** Returns the number in a text such as INV-12 or 12; null for another text. */
const numberIn = (kind: DocumentKind, text: string): number | null => {
  const upper = text.trim().toUpperCase()
  const prefix = numberPrefix(kind)
  const digits = upper.startsWith(prefix) ? upper.slice(prefix.length) : upper
  return /^\d{1,10}$/.test(digits) && Number(digits) <= MAX_NUMBER ? Number(digits) : null
}

// Documents are the rows `doc` of their lists, and their contacts the rows `c`.

const CONTACT_NAME = Prisma.sql`(SELECT k.display_name FROM contact k
  WHERE k.tenant_id = doc.tenant_id AND k.id = doc.contact_id AND k.deleted_at IS NULL)`
const SHOWN_CONTACT = shownContactIdSql(Prisma.sql`doc.tenant_id`, Prisma.sql`doc.contact_id`)

/** Returns the number of the document of a row as it is printed. */
export const printedNumberSql = (kind: DocumentKind, number: Sql = Prisma.sql`doc.number`): Sql =>
  Prisma.sql`(${Prisma.raw(`'${numberPrefix(kind)}'`)} || ${number})`

/** What a kind of document is listed by. */
export interface DocumentList {
  kind: DocumentKind
  /** The name of its id: InvoiceId. */
  idName: string
  statuses: readonly string[]
  /** The documented row. */
  row: TSchema
  fields: Record<string, ListField>
}

/** Returns the listing of a kind, void documents included. */
export const documentListing = ({ kind, idName, statuses, row, fields }: DocumentList): Listing => ({
  from: Prisma.sql`${Prisma.raw(tableOf(kind))} doc`,
  row,
  tenant: Prisma.sql`doc.tenant_id`,
  id: Prisma.sql`doc.id`,
  contact: Prisma.sql`doc.contact_id`,
  listed: Prisma.sql`true`,
  defaultOrder: 'Number desc',
  fields: {
    [idName]: valueField('integer', Prisma.sql`doc.id`),
    AuditId: valueField('integer', Prisma.sql`doc.audit_id`),
    Number: valueField('integer', Prisma.sql`doc.number`),
    DisplayNumber: {
      type: 'text',
      sql: printedNumberSql(kind),
      order: [{ type: 'integer', sql: Prisma.sql`doc.number` }],
    },
    ContactId: optionalField('integer', SHOWN_CONTACT),
    ContactName: nameField(CONTACT_NAME),
    Status: valueField('text', Prisma.sql`doc.status`),
    ...fields,
  },
  totals: { values: { Status: statuses }, bucket: ({ Status }) => `${kind}:${Status}` },
})

/** Returns the list of documents for a caller, with its search. */
export const documentList = (scope: Scope, kind: DocumentKind, listing: Listing, columns: Sql): List => ({
  listing: { ...listing, search: makeDocumentSearch(scope, kind) },
  columns,
  joins: documentJoins,
})

/** The contact of the row, from the joined row `c` instead of a subquery: for lists with the joins of documents. */
export const CONTACT_COLUMNS: Columns = {
  ContactId: Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN c.id END`,
  ContactName: Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN c.display_name END`,
}

/** Returns the columns of a row of documents, over the rows `doc` and `c`: the fields of its list, and its actions. */
export const documentColumns = (scope: Scope, { fields }: Listing, actions: readonly ConditionalAction[]): Sql =>
  columnsOf(fields, { ...CONTACT_COLUMNS, Actions: documentActions(scope, actions) })

export const documentJoins: Sql = Prisma.sql`JOIN contact c ON c.tenant_id = doc.tenant_id AND c.id = doc.contact_id`

/** Whether the document of row `doc` is not void. */
export const IS_LIVE: Sql = Prisma.sql`doc.voided_at IS NULL`

/** One action with the condition under which it succeeds now. */
export type ConditionalAction = [action: string, condition: Sql]

/**
 * Returns what the caller can do with the document of row `doc`, as JSON: nothing but view without the scope, for a
 * contact that the caller cannot change, and for a deleted one.
 */
const documentActions = (scope: Scope, actions: readonly ConditionalAction[]): Sql => {
  const view = Prisma.sql`'["view"]'::json`
  if (!hasGrant(scope, 'books:write')) return view
  const { chapters, db } = scope
  const offered = actions.map(
    ([action, condition]) => Prisma.sql`CASE WHEN ${condition} THEN ${Prisma.raw(`ARRAY['${action}']`)} ELSE '{}' END`,
  )
  const isEditable = chapters
    ? contactOfChaptersSql(Prisma.sql`doc.contact_id`, db.tenantId, chapters.editable)
    : Prisma.sql`true`
  return Prisma.sql`CASE WHEN c.deleted_at IS NULL AND ${isEditable}
    THEN to_json(ARRAY['view'] || ${Prisma.join(offered, ' || ')}) ELSE ${view} END`
}

/** Makes the field of a column with an amount. */
export const moneyField = (column: string): ListField => valueField('money', Prisma.raw(`doc.${column}`))

/** The sum of the lines after discount, before tax and shipping. The column is that before discount. */
export const subtotalField: ListField = valueField('money', Prisma.sql`(doc.subtotal - doc.discount)`)

/** Makes the field of a column with an id that a row can have. */
export const optionalIdField = (column: string): ListField => optionalField('integer', Prisma.raw(`doc.${column}`))
