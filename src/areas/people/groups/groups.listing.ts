import { contactListing } from '#areas/people/contacts/contacts.listing'
import { containsTextSql } from '#kernel/listing/folded-text-sql'
import { type FieldType, type ListField, type Listing, orEmptySql } from '#kernel/listing/listing'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** member: is in it; removed: taken out by staff; optedout: left by its own wish. */
export type MemberState = 'member' | 'removed' | 'optedout'

const field = (type: FieldType, sql: Sql, order: Sql = sql): ListField => ({ type, sql, order: [{ type, sql: order }] })

const id = Prisma.sql`g.id`
const name = Prisma.sql`g.name`

/**
 * How many are in the group `g`, deleted contacts apart, exact: kept by trigger for the whole tenant; counted for who is
 * limited to chapters, whose own contacts alone it sees.
 */
export const memberCount = ({ chapters }: Pick<Scope, 'chapters'>): Sql =>
  chapters
    ? Prisma.sql`(SELECT count(*)::integer FROM contact_group_member k
        WHERE k.tenant_id = g.tenant_id AND k.group_id = g.id AND k.state = 'member' AND k.is_listed)`
    : Prisma.sql`(SELECT coalesce(sum(k.n), 0)::integer FROM record_count k
        WHERE k.tenant_id = g.tenant_id AND k.bucket = 'group:' || g.id || ':member')`

/** The list of groups, of one category where it is named. */
export const groupListing = (scope: Pick<Scope, 'chapters'>, categoryItemId: number | undefined): Listing => ({
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
    GroupId: field('integer', id),
    Name: field('text', name, Prisma.sql`lower(g.name) COLLATE "C"`),
    MemberCount: field('integer', memberCount(scope)),
    CreatedDate: field('instant', Prisma.sql`g.created_at`),
    IsMemberViewable: field('boolean', Prisma.sql`g.is_member_viewable`),
    DisallowOptIn: field('boolean', Prisma.sql`g.disallow_opt_in`),
    DisallowOptOut: field('boolean', Prisma.sql`g.disallow_opt_out`),
  },
  search: (tenantId, text) => ({
    found: Prisma.sql`SELECT g.id FROM contact_group g
      WHERE g.tenant_id = ${tenantId}::integer AND ${containsTextSql(name, text)}`,
  }),
})

/**
 * The list of who is in a group, was taken out or left. Found and ordered like contacts, by whose indexes it is read; a
 * search is cut down to the group before any row is looked up.
 */
export const groupMemberListing = (groupId: number, state: MemberState): Listing => {
  const membership = (tenant: Sql): Sql => Prisma.sql`JOIN contact_group_member m ON m.tenant_id = ${tenant}
    AND m.contact_id = c.id AND m.group_id = ${groupId}::integer AND m.state = ${state}::text`
  return {
    from: Prisma.sql`contact c ${membership(Prisma.sql`c.tenant_id`)}`,
    tenant: contactListing.tenant,
    id: contactListing.id,
    contact: contactListing.id,
    listed: contactListing.listed,
    defaultOrder: 'Name',
    fields: {
      ContactId: field('integer', Prisma.sql`c.id`),
      Name: field('text', Prisma.sql`c.display_name`, Prisma.sql`c.sort_name`),
      SystemContactTypeId: field('integer', Prisma.sql`c.system_type_id`),
      EmailAddress: field('text', Prisma.sql`c.email_address`, orEmptySql(Prisma.sql`c.email_address`)),
      ChangedDate: field('instant', Prisma.sql`m.changed_at`),
    },
    search: (tenantId, text) => {
      const search = contactListing.search?.(tenantId, text)
      if (!search) return null
      const own = membership(Prisma.sql`${tenantId}::integer`)
      const from = Prisma.sql`found c ${own}`
      return { found: Prisma.sql`SELECT c.* FROM (${search.found}) c ${own}`, rows: { from, fields: FOUND } }
    },
    totals: { values: {}, bucket: () => `group:${groupId}:${state}` },
  }
}

/** Fields whose filters what was found can be held against; its names are looked up. */
const FOUND = ['ContactId', 'SystemContactTypeId', 'EmailAddress', 'ChangedDate']
