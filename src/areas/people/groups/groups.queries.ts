import { instantJson, listJson } from '#kernel/database/json-sql'
import { notFound } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { groupListing, groupMemberListing, type MemberState, memberCount } from './groups.listing.ts'

/** A group as the contract shows it, as JSON text, and its version. */
export interface VersionedGroup {
  text: string
  auditId: number
}

/** The documented row of a group `g`. */
const groupRow = (scope: Scope): Sql => Prisma.sql`g.id AS "GroupId", g.audit_id AS "AuditId", g.name AS "Name",
  g.description AS "Description", g.disallow_opt_in AS "DisallowOptIn", g.disallow_opt_out AS "DisallowOptOut",
  g.is_member_viewable AS "IsMemberViewable",
  ${listJson(Prisma.sql`SELECT i.id AS "CategoryItemId", i.name AS "Name" FROM contact_group_category k
    JOIN category_item i ON i.tenant_id = k.tenant_id AND i.id = k.item_id
    WHERE k.tenant_id = g.tenant_id AND k.group_id = g.id ORDER BY lower(i.name), i.id`)} AS "Categories",
  ${memberCount(scope)} AS "MemberCount",
  ${hasGrant(scope, 'groups:write') && !scope.chapters ? '["view","edit","delete"]' : '["view"]'}::json AS "Actions"`

/** One group; 404 where there is none, or it was deleted. With `tx`: as it stands in that transaction. */
export const readGroup = async (scope: Scope, id: number, tx?: Transaction): Promise<VersionedGroup> => {
  const query = Prisma.sql`SELECT row_to_json(x)::text AS text, g.audit_id AS "auditId"
    FROM contact_group g CROSS JOIN LATERAL (SELECT ${groupRow(scope)}) x
    WHERE g.tenant_id = ${scope.db.tenantId}::integer AND g.id = ${id}::integer AND g.deleted_at IS NULL`
  const rows = tx ? await tx.$queryRaw<VersionedGroup[]>(query) : await scope.db.rows<VersionedGroup>(query)
  if (!rows[0]) throw notFound('group')
  return rows[0]
}

/** The list of groups, or of those in one category. */
export const groupList = (scope: Scope, categoryItemId: number | undefined): List => ({
  listing: groupListing(scope, categoryItemId),
  columns: groupRow(scope),
})

const memberRow = Prisma.sql`m.id AS "ContactGroupId", m.audit_id AS "AuditId", m.group_id AS "GroupId",
  c.id AS "ContactId", c.display_name AS "Name", c.system_type_id AS "SystemContactTypeId",
  c.email_address AS "EmailAddress", m.state AS "State", ${instantJson(Prisma.sql`m.changed_at`)} AS "ChangedDate"`

/** The list of a group's members, or of the contacts that were removed or left. */
export const groupMemberList = (groupId: number, state: MemberState): List => ({
  listing: groupMemberListing(groupId, state),
  columns: memberRow,
})

/** 404 if the group does not exist. */
export const assertGroup = async ({ db }: Scope, id: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id, deletedAt: null }
  if (!(await db.prisma.group.findFirst({ where, select: { id: true } }))) throw notFound('group')
}

/** A group and what a contact is to it. */
export interface GroupOfContact {
  groupId: number
  name: string
  disallowOptIn: boolean
  disallowOptOut: boolean
  isMemberViewable: boolean
  /** Of the contact's place in the group; null where it never had one. */
  memberId: number | null
  memberAuditId: number | null
  state: MemberState | null
  changedAt: Date | null
}

/** Every group of the tenant, by name, with what the contact is to it. */
export const listGroupsOfContact = ({ db }: Scope, contactId: number): Promise<GroupOfContact[]> =>
  db.rows<GroupOfContact>(Prisma.sql`
    SELECT g.id AS "groupId", g.name, g.disallow_opt_in AS "disallowOptIn", g.disallow_opt_out AS "disallowOptOut",
      g.is_member_viewable AS "isMemberViewable", m.id AS "memberId", m.audit_id AS "memberAuditId", m.state,
      m.changed_at AS "changedAt"
    FROM contact_group g
    LEFT JOIN contact_group_member m ON m.tenant_id = g.tenant_id AND m.group_id = g.id AND m.contact_id = ${contactId}
    WHERE g.tenant_id = ${db.tenantId} AND g.deleted_at IS NULL ORDER BY lower(g.name), g.id`)
