import type { SqlRunner } from '#kernel/database/sql-runner'
import { sharedRolesSql } from './synchronized-roles.sql.ts'

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
