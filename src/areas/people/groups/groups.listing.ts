import type { ContactLink } from '#areas/people/contacts/contact-facts.listing'
import { listJson } from '#kernel/database/json-sql'
import { columnsOf, hiddenField } from '#kernel/listing/columns'
import { type Links, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { isInUseSql, usesOf } from '#kernel/records/uses'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`g.id`
const name = Prisma.sql`g.name`

/**
 * Returns the number of members of group `g`, without deleted contacts. A trigger keeps it for the whole tenant. For a
 * caller limited to chapters it is counted, because such a caller sees only its own contacts.
 */
export const countMembersSql = ({ chapters }: Pick<Scope, 'chapters'>): Sql =>
  chapters
    ? Prisma.sql`(SELECT count(*)::integer FROM contact_group_member k
        WHERE k.tenant_id = g.tenant_id AND k.group_id = g.id AND k.state = 'member' AND k.is_listed)`
    : Prisma.sql`(SELECT coalesce(sum(k.n), 0)::integer FROM record_count k
        WHERE k.tenant_id = g.tenant_id AND k.bucket = 'group:' || g.id || ':member')`

const groupListing = (scope: Pick<Scope, 'chapters'>, categoryItemId: number | undefined): Listing => ({
  from: Prisma.sql`contact_group g`,
  tenant: Prisma.sql`g.tenant_id`,
  id,
  listed:
    categoryItemId === undefined
      ? Prisma.sql`g.deleted_at IS NULL`
      : Prisma.sql`g.deleted_at IS NULL AND EXISTS (SELECT FROM contact_group_category k
          WHERE k.tenant_id = g.tenant_id AND k.group_id = g.id AND k.item_id = ${categoryItemId}::integer)`,
  defaultOrder: 'Name',
  fields: {
    GroupId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`g.audit_id`),
    Name: valueField('text', name, Prisma.sql`lower(g.name) COLLATE "C"`),
    Description: optionalField('text', Prisma.sql`g.description`),
    MemberCount: valueField('integer', countMembersSql(scope)),
    CreatedDate: hiddenField(valueField('instant', Prisma.sql`g.created_at`)),
    IsMemberViewable: valueField('boolean', Prisma.sql`g.is_member_viewable`),
    DisallowOptIn: valueField('boolean', Prisma.sql`g.disallow_opt_in`),
    DisallowOptOut: valueField('boolean', Prisma.sql`g.disallow_opt_out`),
  },
  searched: name,
})

/** Returns the documented row of a group `g`. */
export const groupColumns = (scope: Scope): Sql =>
  columnsOf(groupListing(scope, undefined).fields, {
    Categories: listJson(Prisma.sql`SELECT i.id AS "CategoryItemId", i.name AS "Name" FROM contact_group_category k
      JOIN category_item i ON i.tenant_id = k.tenant_id AND i.id = k.item_id
      WHERE k.tenant_id = g.tenant_id AND k.group_id = g.id ORDER BY lower(i.name), i.id`),
    Actions: actionsSql(scope),
  })

const actionsSql = (scope: Scope): Sql => {
  if (!hasGrant(scope, 'groups:write') || scope.chapters) return Prisma.sql`'["view"]'::json`
  return Prisma.sql`CASE WHEN ${isInUseSql(usesOf('group'), scope, Prisma.sql`g.id`)}
    THEN '["view","edit"]'::json ELSE '["view","edit","delete"]'::json END`
}

/** Returns the list of groups, or of the groups with one category. */
export const groupList = (scope: Scope, categoryItemId: number | undefined): List => ({
  listing: groupListing(scope, categoryItemId),
  columns: groupColumns(scope),
})

/** Returns the members of groups, for lists of contacts: see linkField. */
const groupLinks = (tenantId: number): Links => ({
  rows: Prisma.sql`contact_group_member link`,
  isValue: Prisma.sql`link.tenant_id = ${tenantId}::integer AND link.state = 'member' AND link.is_listed`,
  id: Prisma.sql`link.contact_id`,
  key: Prisma.sql`link.group_id`,
})

export const groupLink: ContactLink = { field: 'GroupId', noun: 'group', grant: 'groups:read', links: groupLinks }
