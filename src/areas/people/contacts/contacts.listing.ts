import { type FieldType, type ListField, type Listing, orEmptySql, type SortExpression } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { sortKey } from './saving/names.ts'
import { searchQuery } from './search-tokens.ts'

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

/** What contact_search answers, as rows of `c`; a function's columns have no collation of their own. */
const foundRows = (query: string): Sql => Prisma.sql`
  SELECT s.id, s.sort_name COLLATE "C" AS sort_name, s.system_type_id, s.status_id, s.city, s.email_address,
    s.account_number, s.balance_cents, s.modified_at FROM contact_search(${query}::text::tsquery) s`

/** The fields whose filters those can be held against. */
const FOUND = ['ContactId', 'SystemContactTypeId', 'MembershipStatusTypeId', 'SortName', 'City', 'EmailAddress']
FOUND.push('AccountNumber', 'ModifiedDate')

/** An optional text with an index of its own. */
const indexedText = (sql: Sql): ListField => {
  const key = orEmptySql(sql)
  return { ...field('text', sql, { type: 'text', sql: key }), key }
}

/**
 * The contact list. Every order is an index's (contact_by_...); balances are ordered by their cents. A limit of the
 * wall: tests of part of a text, SortName's beginning apart, look at every row of the tenant (docs/decisions/0019).
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
