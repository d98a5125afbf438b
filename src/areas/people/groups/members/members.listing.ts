import { contactListing } from '#areas/people/contacts/contacts.listing'
import { GroupMemberItem } from '#contract/people/groups'
import { listOf } from '#kernel/listing/columns'
import { valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { type Listing, orEmptySql, type Search } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { MemberState } from './members.sql.ts'

/**
 * Returns a listing that is filtered and ordered like contacts, to use their indexes. A search is limited to the group
 * before any contact row is read.
 */
const memberListing = (groupId: number, state: MemberState): Listing => {
  const membership = (tenant: Sql): Sql => Prisma.sql`JOIN contact_group_member m ON m.tenant_id = ${tenant}
    AND m.contact_id = c.id AND m.group_id = ${groupId}::integer AND m.state = ${state}::text`
  return {
    from: Prisma.sql`contact c ${membership(Prisma.sql`c.tenant_id`)}`,
    row: GroupMemberItem,
    tenant: contactListing.tenant,
    id: contactListing.id,
    contact: contactListing.id,
    listed: contactListing.listed,
    defaultOrder: 'Name',
    fields: {
      ContactGroupId: valueField('integer', Prisma.sql`m.id`),
      AuditId: valueField('integer', Prisma.sql`m.audit_id`),
      GroupId: valueField('integer', Prisma.sql`m.group_id`),
      ContactId: valueField('integer', Prisma.sql`c.id`),
      Name: valueField('text', Prisma.sql`c.display_name`, Prisma.sql`c.sort_name`),
      SystemContactTypeId: valueField('integer', Prisma.sql`c.system_type_id`),
      EmailAddress: valueField('text', Prisma.sql`c.email_address`, orEmptySql(Prisma.sql`c.email_address`)),
      State: valueField('text', Prisma.sql`m.state`),
      ChangedDate: valueField('instant', Prisma.sql`m.changed_at`),
    },
    search: (tenantId, text) => {
      const search = contactListing.search?.(tenantId, text)
      if (!search) return null
      const own = membership(Prisma.sql`${tenantId}::integer`)
      const from = Prisma.sql`found c ${own}`
      return {
        found: Prisma.sql`SELECT c.* FROM (${search.found}) c ${own}`,
        rows: { from, fields: fieldsOf(search), orders: [...fieldsOf(search), 'Name'] },
      }
    },
    totals: { values: {}, bucket: () => `group:${groupId}:${state}` },
  }
}

/** The fields of a membership, and those of contacts; names are read from the contact. */
const OF_MEMBERSHIP = ['ContactGroupId', 'AuditId', 'GroupId', 'State', 'ChangedDate']
const OF_CONTACT = ['ContactId', 'SystemContactTypeId', 'EmailAddress']

/** Returns the fields that the rows of a search of contacts contain. */
const fieldsOf = ({ rows }: Search): string[] => [
  ...OF_MEMBERSHIP,
  ...OF_CONTACT.filter((name) => rows?.fields.includes(name)),
]

/** Returns the list of the members of a group, or of the contacts that were removed or opted out. */
export const memberList = (groupId: number, state: MemberState): List => listOf(memberListing(groupId, state))
