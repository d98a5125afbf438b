import type { Filter } from '#kernel/listing/filter'
import { type FieldType, type ListField, type Listing, orEmptySql, type SortExpression } from '#kernel/listing/listing'
import { parseRange } from '#kernel/listing/range'
import type { Condition } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactActionsSql, nameSql } from './contacts.sql.ts'
import { sortKey } from './records/derivation.model.ts'
import { searchQuery } from './search-tokens.model.ts'

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

/** The result of contact_search as rows of `c`. A function's columns have no collation of their own. */
const foundRows = (query: string): Sql => Prisma.sql`
  SELECT s.id, s.sort_name COLLATE "C" AS sort_name, s.system_type_id, s.status_id, s.city, s.email_address,
    s.account_number, s.balance_cents, s.modified_at FROM contact_search(${query}::text::tsquery) s`

/** The fields that those rows can be filtered by. */
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

/** An optional text with its own index. */
const indexedText = (sql: Sql): ListField => {
  const key = orEmptySql(sql)
  return { ...field('text', sql, { type: 'text', sql: key }), key }
}

/**
 * The contact list. Each order has an index (contact_by_...); balances are ordered by their cents. Row-level security
 * has a price: tests of a part of a text read every row of the tenant, except for the start of SortName
 * (docs/decisions/0019).
 */
export const contactListing: Listing = {
  from: Prisma.sql`contact c`,
  tenant: Prisma.sql`c.tenant_id`,
  id,
  contact: id,
  listed: Prisma.sql`c.deleted_at IS NULL AND NOT c.is_unmatched`,
  defaultOrder: 'Name',
  fields: {
    ContactId: field('integer', id, byId),
    SystemContactTypeId: field('integer', systemType),
    ContactType: { ...field('integer', systemType, { type: 'integer', sql: systemType }, byName), filter: false },
    MembershipStatusTypeId: field('integer', status),
    Status: { ...field('integer', status, { type: 'integer', sql: status }, byName), filter: false },
    Name: field('text', Prisma.sql`c.display_name`, byName),
    SortName: { ...field('text', byName.sql), normalize: sortKey },
    FirstName: field('text', Prisma.sql`c.first_name`),
    LastName: field('text', Prisma.sql`c.last_name`),
    OrganizationName: field('text', Prisma.sql`c.organization_name`),
    EmailAddress: indexedText(Prisma.sql`c.email_address`),
    EmailStatus: field('integer', Prisma.sql`c.email_status`),
    Phone: field('text', Prisma.sql`c.phone`),
    City: indexedText(Prisma.sql`c.city`),
    StateProvince: field('text', Prisma.sql`c.state_province`),
    CountryId: field('integer', Prisma.sql`c.country_id`),
    Country: field('text', Prisma.sql`c.country_name`),
    AccountNumber: indexedText(Prisma.sql`c.account_number`),
    Balance: field('money', balance, { type: 'cents', sql: Prisma.sql`c.balance_cents` }),
    PrimaryContact: field('text', Prisma.sql`c.primary_contact_name`),
    OrganizationContactId: field('integer', Prisma.sql`c.primary_organization_id`),
    Parents: field('integer', Prisma.sql`c.parent_count`),
    Children: field('integer', Prisma.sql`c.child_count`),
    ContactRoleCount: field('integer', Prisma.sql`c.role_count`),
    IsTenantStaff: field('boolean', Prisma.sql`c.is_staff`),
    CreatedDate: field('instant', Prisma.sql`c.created_at`),
    ModifiedDate: field('instant', modified, { type: 'instant', sql: modified }),
  },
  search: (tenantId, text) => {
    const query = searchQuery(tenantId, text)
    return query === null ? null : { found: foundRows(query), rows: { from: Prisma.sql`found c`, fields: FOUND } }
  },
  totals: {
    values: { SystemContactTypeId: [1, 2], MembershipStatusTypeId: [1, 2, 4, 8, 16, 32] },
    bucket: ({ SystemContactTypeId, MembershipStatusTypeId }) =>
      `contact:${SystemContactTypeId}:${MembershipStatusTypeId}`,
  },
}

/** The documented list row: columns of the contact's own row only. */
export const contactColumns = (scope: Scope): Sql => Prisma.sql`
  c.image_url AS "ImageUrl", c.image_description AS "ImageShortDescription", c.id AS "SelectionId",
  c.id AS "ContactId",
  CASE c.system_type_id WHEN 2 THEN c.id ELSE coalesce(c.primary_organization_id, 0) END AS "OrganizationContactId",
  c.system_type_id AS "SystemContactTypeId", ${nameSql('types', Prisma.sql`c.system_type_id`)} AS "ContactType",
  false AS "IsSelected", c.category_name AS "Type", c.display_name AS "Name",
  CASE c.system_type_id WHEN 2 THEN c.organization_name
    ELSE coalesce(nullif(concat_ws(' ', coalesce(c.first_name, c.common_name), c.last_name), ''), c.display_name)
  END AS "ContactName",
  c.status_id AS "MembershipStatusTypeId", ${nameSql('statuses', Prisma.sql`c.status_id`)} AS "Status",
  c.balance AS "Balance", c.primary_contact_name AS "PrimaryContact", c.parent_count AS "Parents",
  c.child_count AS "Children", c.email_status AS "EmailStatus", c.email_address AS "EmailAddress",
  c.phone AS "Phone", c.city AS "City", c.state_province AS "StateProvince",
  coalesce(c.country_id, 0) AS "CountryId", c.country_name AS "Country", c.role_count AS "ContactRoleCount",
  ${contactActionsSql(scope)} AS "Actions", c.account_number AS "AccountNumber",
  c.id IS NOT DISTINCT FROM ${scope.tenant.organizationContactId}::integer AS "IsTenantOrgId",
  c.is_staff AS "IsTenantStaff"`

/** Selects the `id` of the contacts that free text finds; null if the text contains nothing to search for. */
export const foundContactsSql = (tenantId: number, text: string): Sql | null => {
  const query = searchQuery(tenantId, text)
  return query === null ? null : Prisma.sql`SELECT s.id FROM contact_search(${query}::text::tsquery) s`
}

/** The fields of the contact list's own filter. */
export interface ContactConditions {
  SystemContactTypeId?: number | null
  /** The sum of status values. */
  MembershipStatusTypeId?: number | null
  CountryId?: number | null
  BalanceBetween?: string | null
  CreatedDateBetween?: string | null
  ModifiedDateBetween?: string | null
}

/** The conditions of the filter's own fields. @throws 400 for an invalid range. */
export const contactConditions = (fields: ContactConditions): Condition[] => [
  ...equals('SystemContactTypeId', fields.SystemContactTypeId),
  ...anyBit('MembershipStatusTypeId', fields.MembershipStatusTypeId),
  ...equals('CountryId', fields.CountryId),
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

/** The id of a referenced contact as a row shows it: null if the contact is deleted. For rows that reference contacts. */
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
