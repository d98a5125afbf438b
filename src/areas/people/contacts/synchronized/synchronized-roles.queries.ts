import type { SqlRunner } from '#kernel/database/sql-runner'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The roles of contacts at organizations, by contact: SharedRole with `contactId`. */
const sharedRolesSql = (tenantId: number, contactIds: readonly number[]): Sql => Prisma.sql`
  SELECT r.contact_id AS "contactId", r.id AS "roleId", r.organization_id AS "organizationId", t.name AS "typeName", r.title,
    to_char(r.start_date, 'YYYY-MM-DD') AS "startsOn", to_char(r.end_date, 'YYYY-MM-DD') AS "endsOn",
    r.display_on_web AS "displayOnWeb"
  FROM contact_role r
  LEFT JOIN contact_role_type t ON t.tenant_id = r.tenant_id AND t.id = r.role_type_id
  WHERE r.tenant_id = ${tenantId}::integer AND r.contact_id = ANY (${[...contactIds]}::integer[])
  ORDER BY r.contact_id, r.id`

/** A role of a contact, for other tenants. Days are YYYY-MM-DD. */
export interface SharedRole {
  roleId: number
  organizationId: number
  /** Null without a type. */
  typeName: string | null
  title: string | null
  startsOn: string | null
  endsOn: string | null
  displayOnWeb: boolean
}

/** Reads the roles of contacts for other tenants. */
export const readSharedRoles = (
  tx: SqlRunner,
  tenantId: number,
  contactIds: readonly number[],
): Promise<(SharedRole & { contactId: number })[]> => tx.rows(sharedRolesSql(tenantId, contactIds))
