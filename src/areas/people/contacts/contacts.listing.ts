import { Prisma } from '../../../generated/prisma/client.ts'
import type { Sql } from '../../../generated/prisma/internal/prismaNamespace.ts'
import type { FieldType, ListField, Listing } from '../../../kernel/listing/listing.ts'
import { searchQuery } from './search-tokens.ts'

const column = (type: FieldType, sql: Sql, ...order: Sql[]): ListField => ({
  type,
  sql,
  ...(order.length > 0 && { order: order.map((by) => ({ type: by === sql ? type : typeOf(by), sql: by })) }),
})
const typeOf = (sql: Sql): FieldType => (sql === c.id ? 'integer' : 'text')

const c = {
  id: Prisma.sql`c.id`,
  type: Prisma.sql`c.system_type_id`,
  status: Prisma.sql`c.status_id`,
  sortName: Prisma.sql`c.sort_name`,
  balance: Prisma.sql`c.balance`,
  modified: Prisma.sql`c.modified_at`,
}

/**
 * The contact list. Every order is an index's (contact_by_...). Two limits of the wall: `balance` is numeric, whose
 * comparisons are not leakproof, so a continuation by balance walks the index instead of entering it; and tests of
 * part of a text look at every row of the tenant.
 */
export const contactListing: Listing = {
  from: Prisma.sql`contact c`,
  tenant: Prisma.sql`c.tenant_id`,
  id: c.id,
  listed: Prisma.sql`c.deleted_at IS NULL AND NOT c.is_unmatched`,
  defaultOrder: 'Name',
  fields: {
    ContactId: column('integer', c.id, c.id),
    SystemContactTypeId: column('integer', c.type),
    ContactType: { ...column('integer', c.type, c.type, c.sortName), filter: false },
    MembershipStatusTypeId: column('integer', c.status),
    Status: { ...column('integer', c.status, c.status, c.sortName), filter: false },
    Name: column('text', Prisma.sql`c.display_name`, c.sortName),
    FirstName: column('text', Prisma.sql`c.first_name`),
    LastName: column('text', Prisma.sql`c.last_name`),
    OrganizationName: column('text', Prisma.sql`c.organization_name`),
    EmailAddress: column('text', Prisma.sql`c.email_address`, Prisma.sql`coalesce(c.email_address, '')`),
    EmailStatus: column('integer', Prisma.sql`c.email_status`),
    Phone: column('text', Prisma.sql`c.phone`),
    City: column('text', Prisma.sql`c.city`, Prisma.sql`coalesce(c.city, '')`),
    StateProvince: column('text', Prisma.sql`c.state_province`),
    CountryId: column('integer', Prisma.sql`c.country_id`),
    Country: column('text', Prisma.sql`c.country_name`),
    AccountNumber: column('text', Prisma.sql`c.account_number`, Prisma.sql`coalesce(c.account_number, '')`),
    Balance: column('money', c.balance, c.balance),
    PrimaryContact: column('text', Prisma.sql`c.primary_contact_name`),
    OrganizationContactId: column('integer', Prisma.sql`c.primary_organization_id`),
    Parents: column('integer', Prisma.sql`c.parent_count`),
    Children: column('integer', Prisma.sql`c.child_count`),
    ContactRoleCount: column('integer', Prisma.sql`c.role_count`),
    IsTenantStaff: column('boolean', Prisma.sql`c.is_staff`),
    CreatedDate: column('instant', Prisma.sql`c.created_at`),
    ModifiedDate: column('instant', c.modified, c.modified),
  },
  search: (tenantId, text) => {
    const query = searchQuery(tenantId, text)
    return query === null
      ? null
      : { found: Prisma.sql`SELECT s AS id FROM contact_search(${query}::text::tsquery) s`, isListed: true }
  },
  totals: {
    values: { SystemContactTypeId: [1, 2], MembershipStatusTypeId: [1, 2, 4, 8, 16, 32] },
    bucket: ({ SystemContactTypeId, MembershipStatusTypeId }) =>
      `contact:${SystemContactTypeId}:${MembershipStatusTypeId}`,
  },
}
