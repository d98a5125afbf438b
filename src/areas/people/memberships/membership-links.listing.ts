import type { ContactLink } from '#areas/people/contacts/contact-links.listing'
import type { Links } from '#kernel/listing/fields'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * The contacts that have a membership that has not ended, for lists of contacts: see linkField.
 *
 * @param column what the link is: `type_id`, `level_id`.
 */
const membershipLinks = (tenantId: number, column: Sql): Links => ({
  rows: Prisma.sql`membership link`,
  isValue: Prisma.sql`link.tenant_id = ${tenantId}::integer AND link.is_listed
    AND link.status NOT IN ('Dropped', 'Cancelled') AND link.${column} IS NOT NULL`,
  id: Prisma.sql`link.contact_id`,
  key: Prisma.sql`link.${column}`,
})

export const membershipTypeLink: ContactLink = {
  field: 'MembershipTypeId',
  noun: 'membership type',
  grant: 'memberships:read',
  links: (tenantId) => membershipLinks(tenantId, Prisma.sql`type_id`),
}

export const membershipLevelLink: ContactLink = {
  field: 'MembershipLevelId',
  noun: 'membership level',
  grant: 'memberships:read',
  links: (tenantId) => membershipLinks(tenantId, Prisma.sql`level_id`),
}
