import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { MemberState } from '../members/members.sql.ts'

/** A group and the state of one contact in it. */
export interface GroupOfContact {
  groupId: number
  name: string
  disallowOptIn: boolean
  disallowOptOut: boolean
  isMemberViewable: boolean
  /** The member fields are null if the contact never was in the group and never opted out. */
  memberId: number | null
  memberAuditId: number | null
  state: MemberState | null
  changedAt: Date | null
}

/** Every group of the tenant by name, with the contact's state in it: GroupOfContact. */
export const groupsOfContactSql = ({ db }: Pick<Scope, 'db'>, contactId: number): Sql => Prisma.sql`
  SELECT g.id AS "groupId", g.name, g.disallow_opt_in AS "disallowOptIn", g.disallow_opt_out AS "disallowOptOut",
    g.is_member_viewable AS "isMemberViewable", m.id AS "memberId", m.audit_id AS "memberAuditId", m.state,
    m.changed_at AS "changedAt"
  FROM contact_group g
  LEFT JOIN contact_group_member m ON m.tenant_id = g.tenant_id AND m.group_id = g.id AND m.contact_id = ${contactId}
  WHERE g.tenant_id = ${db.tenantId} AND g.deleted_at IS NULL ORDER BY lower(g.name), g.id`
