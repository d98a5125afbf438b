import { ContactListRow } from '#contract/people/contacts'
import type { Param, Params } from '#kernel/database/shape'
import { columnsOf, hiddenField } from '#kernel/listing/columns'
import { choiceField, optionalField, valueField } from '#kernel/listing/fields'
import type { Filter, Leaf } from '#kernel/listing/filter'
import { type FieldType, type ListField, type Listing, orEmptySql, type SortExpression } from '#kernel/listing/listing'
import { plainPages } from '#kernel/listing/plain-pages'
import { parseRange } from '#kernel/listing/range'
import type { Condition, ListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { CsvFile } from '#services/csv/list-csv'
import {
  type ActionValues,
  actionsSql,
  type Editable,
  editableOf,
  getActionValues,
  nameSql,
  sourceConnectionSql,
  sourceNameSql,
} from './contacts.sql.ts'
import { makeSortKey } from './records/derivation.model.ts'
import { buildSearchQuery, shortSearch } from './search-tokens.model.ts'
import { valueLists } from './value-lists.model.ts'

const field = (type: FieldType, sql: Sql, ...order: SortExpression[]): ListField => ({
  type,
  sql,
  ...(order.length > 0 && { order }),
})

const id = Prisma.sql`c.id`
const byId: SortExpression = { type: 'integer', sql: id }
const byName: SortExpression = { type: 'text', sql: Prisma.sql`c.sort_name` }
const systemType = Prisma.sql`c.system_type_id`
const status = Prisma.sql`c.status_id`
const balance = Prisma.sql`c.balance`
const modified = Prisma.sql`c.modified_at`

/** Selects the result of contact_search as rows of `c`. A function's columns have no collation of their own. */
const foundRows = (tenantId: number, query: string): Sql => Prisma.sql`
  SELECT s.id, s.sort_name COLLATE "C" AS sort_name, s.system_type_id, s.status_id, s.city, s.email_address,
    s.account_number, s.balance_cents, s.modified_at FROM contact_search(${tenantId}::integer, ${query}::text::tsquery) s`

/** Selects the result of contact_search_short. */
const shownUnder = (tenantId: number, letters: string): Sql => Prisma.sql`
  SELECT s.id, s.sort_name COLLATE "C" AS sort_name FROM contact_search_short(${tenantId}::integer, ${letters}::text) s`

/** The fields of its rows. */
const BY_NAME = ['ContactId', 'SelectionId', 'SortName']

/** The fields that the rows of a search for more than two letters can be filtered by. */
const FOUND = [
  'ContactId',
  'SystemContactTypeId',
  'MembershipStatusTypeId',
  'SortName',
  'City',
  'EmailAddress',
  'AccountNumber',
  'ModifiedDate',
]

/** The orders with an index, whose keys those rows have. */
const ORDERS = [
  ...['ContactId', 'SelectionId', 'ContactType', 'Status', 'Name', 'EmailAddress', 'City', 'AccountNumber', 'Balance'],
  ...['SystemContactTypeId', 'MembershipStatusTypeId', 'ModifiedDate'],
]

/** Returns an optional text with its own index. */
const indexedText = (sql: Sql): ListField => {
  const key = orEmptySql(sql)
  return { ...field('text', sql, { type: 'text', sql: key }), key }
}

const contactName = Prisma.sql`CASE c.system_type_id WHEN 2 THEN c.organization_name
    ELSE coalesce(nullif(concat_ws(' ', coalesce(c.first_name, c.common_name), c.last_name), ''), c.display_name) END`
const countryId = Prisma.sql`CASE WHEN c.country_id IS NULL THEN 0 ELSE c.country_id END`
/** An organization itself, or the organization of a person; 0 for none. */
const organizationId = Prisma.sql`CASE WHEN c.system_type_id = 2 THEN c.id
  WHEN c.primary_organization_id IS NULL THEN 0 ELSE c.primary_organization_id END`

/** Tests an organization by indexed columns: the organization itself, and the persons whose organization it is. */
const ofOrganization = (leaf: Leaf): Filter => {
  if (leaf.op !== 'eq' || leaf.value.kind !== 'number' || Number(leaf.value.text) === 0) return leaf
  const isOne: Filter = { op: 'eq', field: 'SystemContactTypeId', value: { kind: 'number', text: '2' } }
  const own: Filter = { op: 'and', parts: [{ ...leaf, field: 'ContactId' }, isOne] }
  const persons: Filter = {
    op: 'and',
    parts: [
      { ...leaf, field: 'PrimaryOrganizationId' },
      { op: 'not', part: isOne },
    ],
  }
  return { op: 'or', parts: [own, persons] }
}

/**
 * The contact list. The usual orders have an index (contact_by_...), balances are ordered by their cents; orders by
 * other columns read and sort the rows of the tenant (docs/decisions/0032). Row-level security has a price: tests of a
 * part of a text read every row of the tenant, except for the start of SortName (docs/decisions/0019).
 */
export const contactListing: Listing = {
  from: Prisma.sql`contact c`,
  row: ContactListRow,
  tenant: Prisma.sql`c.tenant_id`,
  id,
  contact: id,
  listed: Prisma.sql`c.deleted_at IS NULL AND NOT c.is_unmatched`,
  defaultOrder: 'Name',
  fields: {
    ContactId: field('integer', id, byId),
    SelectionId: field('integer', id, byId),
    SystemContactTypeId: valueField('integer', systemType),
    ContactType: choiceField('SystemContactTypeId', valueLists.types, {
      ...field('text', nameSql('types', systemType), { type: 'integer', sql: systemType }, byName),
    }),
    MembershipStatusTypeId: valueField('integer', status),
    Status: choiceField('MembershipStatusTypeId', valueLists.statuses, {
      ...field('text', nameSql('statuses', status), { type: 'integer', sql: status }, byName),
    }),
    Type: optionalField('text', Prisma.sql`c.category_name`),
    Name: field('text', Prisma.sql`c.display_name`, byName),
    SortName: hiddenField({ ...field('text', byName.sql), normalize: makeSortKey }),
    ContactName: optionalField('text', contactName),
    FirstName: hiddenField(optionalField('text', Prisma.sql`c.first_name`)),
    LastName: hiddenField(optionalField('text', Prisma.sql`c.last_name`)),
    OrganizationName: hiddenField(optionalField('text', Prisma.sql`c.organization_name`)),
    SourceConnectionId: optionalField('integer', sourceConnectionSql),
    SourceTenantName: optionalField('text', sourceNameSql),
    EmailAddress: indexedText(Prisma.sql`c.email_address`),
    EmailStatus: valueField('integer', Prisma.sql`c.email_status`),
    Phone: optionalField('text', Prisma.sql`c.phone`),
    City: indexedText(Prisma.sql`c.city`),
    StateProvince: optionalField('text', Prisma.sql`c.state_province`),
    CountryId: valueField('integer', countryId),
    Country: optionalField('text', Prisma.sql`c.country_name`),
    AccountNumber: indexedText(Prisma.sql`c.account_number`),
    Balance: field('money', balance, { type: 'cents', sql: Prisma.sql`c.balance_cents` }),
    PrimaryContact: optionalField('text', Prisma.sql`c.primary_contact_name`),
    PrimaryOrganizationId: hiddenField(optionalField('integer', Prisma.sql`c.primary_organization_id`)),
    OrganizationContactId: { ...valueField('integer', organizationId), rewrite: ofOrganization },
    Parents: valueField('integer', Prisma.sql`c.parent_count`),
    Children: valueField('integer', Prisma.sql`c.child_count`),
    ContactRoleCount: valueField('integer', Prisma.sql`c.role_count`),
    IsTenantStaff: valueField('boolean', Prisma.sql`c.is_staff`),
    ImageUrl: optionalField('text', Prisma.sql`c.image_url`),
    ImageShortDescription: optionalField('text', Prisma.sql`c.image_description`),
    CreatedDate: hiddenField(valueField('instant', Prisma.sql`c.created_at`)),
    ModifiedDate: hiddenField(field('instant', modified, { type: 'instant', sql: modified })),
  },
  search: (tenantId, text) => {
    const from = Prisma.sql`found c`
    const letters = shortSearch(text)
    if (letters !== null)
      return { found: shownUnder(tenantId, letters), rows: { from, fields: BY_NAME, orders: [...BY_NAME, 'Name'] } }
    const query = buildSearchQuery(tenantId, text)
    return query === null ? null : { found: foundRows(tenantId, query), rows: { from, fields: FOUND, orders: ORDERS } }
  },
  totals: {
    values: { SystemContactTypeId: [1, 2], MembershipStatusTypeId: [1, 2, 4, 8, 16, 32] },
    bucket: ({ SystemContactTypeId, MembershipStatusTypeId }) =>
      `contact:${SystemContactTypeId}:${MembershipStatusTypeId}`,
  },
}

export const isTenantOrganization = ({ tenant }: Pick<Scope, 'tenant'>): Sql => isContact(tenant.organizationContactId)

const isContact = (contactId: Param<number | null>): Sql =>
  Prisma.sql`(c.id IS NOT DISTINCT FROM ${contactId}::integer)`

/** Returns the documented list row: columns of the contact's own row only. */
export const contactColumns = (scope: Scope): Sql => columnsSql(editableOf(scope), getActionValues(scope))

const pages = plainPages<Editable, ActionValues>(contactListing, (editable, slots) => columnsSql(editable, slots))

/** Returns the statement of a page without filter and search; null for another request. */
export const contactPageSql = (scope: Scope, request: ListRequest): Sql | null =>
  pages(scope, request, editableOf(scope), getActionValues(scope))

const columnsSql = (editable: Editable, values: Params<ActionValues>): Sql =>
  columnsOf(contactListing.fields, {
    IsSelected: Prisma.sql`false`,
    Actions: actionsSql(editable, values),
    IsTenantOrgId: isContact(values.organizationContactId),
  })

/** Selects the `id` of the contacts that free text finds; null if the text contains nothing to search for. */
export const foundContactsSql = (tenantId: number, text: string): Sql | null => {
  const found = contactListing.search?.(tenantId, text)?.found
  return found ? Prisma.sql`SELECT s.id FROM (${found}) s` : null
}

/** The fields of the contact list's own filter. */
export interface ContactConditions {
  SystemContactTypeId?: number | null
  /** The sum of status values. */
  MembershipStatusTypeId?: number | null
  CountryId?: number | null
  TagId?: number | null
  CategoryItemId?: number | null
  GroupId?: number | null
  ChapterId?: number | null
  MembershipTypeId?: number | null
  MembershipLevelId?: number | null
  BalanceBetween?: string | null
  CreatedDateBetween?: string | null
  ModifiedDateBetween?: string | null
}

/** Returns the conditions of the filter's own fields. @throws 400 for an invalid range. */
export const buildContactConditions = (fields: ContactConditions): Condition[] => [
  ...equals('SystemContactTypeId', fields.SystemContactTypeId),
  ...anyBit('MembershipStatusTypeId', fields.MembershipStatusTypeId),
  ...equals('CountryId', fields.CountryId),
  ...equals('TagId', fields.TagId),
  ...equals('CategoryItemId', fields.CategoryItemId),
  ...equals('GroupId', fields.GroupId),
  ...equals('ChapterId', fields.ChapterId),
  ...equals('MembershipTypeId', fields.MembershipTypeId),
  ...equals('MembershipLevelId', fields.MembershipLevelId),
  ...range('BalanceBetween', 'Balance', 'number', fields.BalanceBetween),
  ...range('CreatedDateBetween', 'CreatedDate', 'instant', fields.CreatedDateBetween),
  ...range('ModifiedDateBetween', 'ModifiedDate', 'instant', fields.ModifiedDateBetween),
]

const number = (value: number) => ({ kind: 'number', text: String(value) }) as const
const condition = (filter: Filter, field: string, operator: string, value: string): Condition => ({
  filter,
  item: { Field: field, Operator: operator, Value: value },
})

const equals = (field: string, value: number | null | undefined): Condition[] =>
  value == null ? [] : [condition({ op: 'eq', field, value: number(value) }, field, 'eq', String(value))]

/**
 * Returns the id of a referenced contact as a row shows it: null if the contact is deleted. For rows that reference
 * contacts.
 */
export const shownContactIdSql = (tenantId: Sql, contactId: Sql): Sql => Prisma.sql`CASE WHEN NOT EXISTS (
  SELECT FROM contact d WHERE d.tenant_id = ${tenantId} AND d.id = ${contactId} AND d.deleted_at IS NOT NULL)
  THEN ${contactId} END`

const anyBit = (field: string, sum: number | null | undefined): Condition[] => {
  if (sum == null) return []
  const bits = [1, 2, 4, 8, 16, 32].filter((bit) => (sum & bit) !== 0)
  return [condition({ op: 'in', field, values: bits.map(number) }, field, 'in', bits.join(', '))]
}

const range = (
  name: string,
  field: string,
  type: 'number' | 'instant',
  text: string | null | undefined,
): Condition[] => {
  if (text == null || text.trim() === '') return []
  const filter = parseRange(field, type, text, `/${name}`)
  return filter ? [condition(filter, name, 'between', text)] : []
}

export const CONTACT_FILE: CsvFile = {
  name: 'Contacts',
  columns: [
    ...[
      'ContactId',
      'ContactType',
      'Name',
      'ContactName',
      'Status',
      'EmailAddress',
      'EmailStatus',
      'Phone',
      'City',
      'StateProvince',
      'Country',
    ],
    ...['AccountNumber', 'Balance', 'PrimaryContact', 'Parents', 'Children', 'ContactRoleCount'],
  ],
}
