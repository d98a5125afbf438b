import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface GivingMembership {
  contactId: number
  membershipId: number
  typeId: number
  /** The contact itself, or the business that covers it. */
  ownerId: number
}

/**
 * Selects the memberships that give benefits to contacts (Active or Grace): their own, and those of businesses that
 * cover them and are not deleted.
 */
const givingMembershipsSql = (tenantId: number, contactIds: readonly number[]): Sql => Prisma.sql`
  SELECT m.contact_id AS "contactId", m.id AS "membershipId", m.contact_id AS "ownerId",
    m.type_id AS "typeId" FROM membership m
  WHERE m.tenant_id = ${tenantId}::int AND m.contact_id = ANY (${[...contactIds]}::int[])
    AND m.status IN ('Active', 'Grace')
  UNION SELECT r.contact_id, m.id, m.contact_id, m.type_id FROM contact_role r
  JOIN membership m ON m.tenant_id = r.tenant_id AND m.contact_id = r.organization_id
    AND m.status IN ('Active', 'Grace') AND m.is_listed
  JOIN membership_type t ON t.tenant_id = m.tenant_id AND t.id = m.type_id AND t.covers_people
  WHERE r.tenant_id = ${tenantId}::int AND r.contact_id = ANY (${[...contactIds]}::int[])
  ORDER BY 1, 2`

/** Selects the memberships that have or had terms of a level, in batches by id. */
export const membershipsOfLevelSql = (
  tenantId: number,
  levelId: number,
  after: number,
  limit: number,
): Sql => Prisma.sql`
  SELECT m.id FROM membership m WHERE m.tenant_id = ${tenantId}::int AND m.id > ${after}::int
    AND m.cancelled_on IS NULL AND m.dropped_on IS NULL
    AND (m.level_id = ${levelId}::int OR EXISTS (SELECT FROM membership_term x WHERE x.tenant_id = m.tenant_id
      AND x.membership_id = m.id AND x.level_id = ${levelId}::int))
  ORDER BY m.id LIMIT ${limit}::int`

/** Lists the memberships that give benefits to contacts today, with those of businesses that cover them. */
export const listGivingMemberships = (
  { db }: Pick<Scope, 'db'>,
  runner: SqlRunner,
  contactIds: readonly number[],
): Promise<GivingMembership[]> => runner.rows<GivingMembership>(givingMembershipsSql(db.tenantId, contactIds))
