import { chapterLinks } from '#areas/people/chapters/chapter-links.listing'
import { groupLinks } from '#areas/people/groups/groups.listing'
import { membershipLinks } from '#areas/people/memberships/membership-links.listing'
import { type Links, linkField } from '#kernel/listing/fields'
import type { ListField } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Fields of the contact list for what contacts are linked with. Records of other areas require the scopes of these areas.
 */
export const contactLinkFields = (scope: Scope): Record<string, ListField> => {
  const { tenantId } = scope.db
  const missing = (needed: string) => (hasGrant(scope, needed) ? undefined : needed)
  const own = (table: string, column: string) => () => ownLinks(tenantId, Prisma.raw(table), Prisma.raw(column))
  const memberships = (column: string) => () => membershipLinks(tenantId, Prisma.raw(column))
  return {
    TagId: linkField(own('contact_tag', 'tag_id'), 'tag'),
    CategoryItemId: linkField(own('contact_category', 'item_id'), 'category'),
    GroupId: linkField(() => groupLinks(tenantId), 'group', missing('groups:read')),
    ChapterId: linkField(() => chapterLinks(tenantId), 'chapter', missing('chapters:read')),
    MembershipTypeId: linkField(memberships('type_id'), 'membership type', missing('memberships:read')),
    MembershipLevelId: linkField(memberships('level_id'), 'membership level', missing('memberships:read')),
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
