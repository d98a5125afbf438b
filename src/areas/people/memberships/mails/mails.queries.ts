import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The keys of the templates of the mails that memberships send by themselves. */
export const WELCOME = 'membership-joined'
export const RENEWED = 'membership-renewed'

/** The name and address of a member in a mail. */
export interface MemberAddress {
  name: string
  /** Null for organizations. */
  firstName: string | null
  emailAddress: string
}

/**
 * Selects the address of a member; for an organization without one, that of its primary contact. No row without an
 * address.
 */
export const memberAddressSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT * FROM (
    SELECT h.display_name AS name, h.first_name AS "firstName", nullif(coalesce(h.email_address, (SELECT p.email_address
      FROM contact p WHERE p.tenant_id = h.tenant_id AND p.id = h.primary_contact_id AND p.deleted_at IS NULL)), '')
      AS "emailAddress"
    FROM contact h WHERE h.tenant_id = ${tenantId}::int AND h.id = ${contactId}::int AND h.deleted_at IS NULL) m
  WHERE m."emailAddress" IS NOT NULL`

/** Finds how a mail addresses a contact; for an organization without an address, that of its primary contact. */
export const findMemberAddress = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  contactId: number,
): Promise<MemberAddress | undefined> => (await tx.rows<MemberAddress>(memberAddressSql(db.tenantId, contactId)))[0]
