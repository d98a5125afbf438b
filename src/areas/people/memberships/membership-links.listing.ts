import type { ContactLink } from '#areas/people/contacts/contact-facts.listing'
import type { Links } from '#kernel/listing/fields'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Returns the contacts that have a membership that has not ended, for lists of contacts: see linkField.
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

/** Returns whether a term or level change of a membership, void ones left out, is covered by an invoice. */
export const isInvoicedPartSql = (tenantId: Sql, invoiceId: Sql): Sql =>
  partExists(tenantId, invoiceId, Prisma.sql`true`)

/** Returns whether such a part waits for the payment of the invoice. */
export const isWaitingPartSql = (tenantId: Sql, invoiceId: Sql): Sql =>
  partExists(tenantId, invoiceId, Prisma.sql`p.activated_at IS NULL`)

/** @param condition over the part `p`. */
const partExists = (tenantId: Sql, invoiceId: Sql, condition: Sql): Sql => Prisma.sql`(
  EXISTS (SELECT FROM membership_term p WHERE p.tenant_id = ${tenantId} AND p.invoice_id = ${invoiceId}
    AND p.voided_at IS NULL AND ${condition})
  OR EXISTS (SELECT FROM membership_level_change p WHERE p.tenant_id = ${tenantId} AND p.invoice_id = ${invoiceId}
    AND p.voided_at IS NULL AND ${condition}))`
