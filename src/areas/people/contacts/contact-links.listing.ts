import { type Links, linkField } from '#kernel/listing/fields'
import type { ListField } from '#kernel/listing/listing'
import { register } from '#kernel/registers/register'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Links of contacts with the records of another area, which the contact list can filter by. */
export interface ContactLink {
  /** The name of the field, the id of the linked record: `GroupId`. */
  field: string
  /** What the linked record is, for messages: `group`. */
  noun: string
  /** The scope that a caller needs for the filter. */
  grant: string
  /** The links of the tenant: see linkField. They leave out the contacts that lists do not contain. */
  links: (tenantId: number) => Links
}

/** The links of other areas. */
export const contactLinks = register<ContactLink>('links of contacts')

/**
 * Fields of the contact list for what contacts are linked with. Records of other areas require the scopes of these areas.
 */
export const contactLinkFields = (scope: Scope): Record<string, ListField> => {
  const { tenantId } = scope.db
  const own = (table: string, column: string) => () => ownLinks(tenantId, Prisma.raw(table), Prisma.raw(column))
  const ofOthers = contactLinks.entries().map(({ field, noun, grant, links }) => {
    const missing = hasGrant(scope, grant) ? undefined : grant
    return [field, linkField(() => links(tenantId), noun, missing)] as const
  })
  return {
    TagId: linkField(own('contact_tag', 'tag_id'), 'tag'),
    CategoryItemId: linkField(own('contact_category', 'item_id'), 'category'),
    ...Object.fromEntries(ofOthers),
  }
}

/** Links of contacts that lists contain. */
const ownLinks = (tenantId: number, table: Sql, column: Sql): Links => ({
  rows: Prisma.sql`${table} link JOIN contact linked ON linked.tenant_id = link.tenant_id
    AND linked.id = link.contact_id AND linked.deleted_at IS NULL AND NOT linked.is_unmatched`,
  isValue: Prisma.sql`link.tenant_id = ${tenantId}::integer`,
  id: Prisma.sql`link.contact_id`,
  key: Prisma.sql`link.${column}`,
})
