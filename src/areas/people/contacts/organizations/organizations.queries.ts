import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import { contactGroupsSql, contactMembershipsSql, organizationSql } from './organizations.sql.ts'

/** Reads an organization with all its lists (OrganizationGeneral in the contract); null if it does not exist. */
export const readOrganization = async (scope: Scope, contactId: number): Promise<VersionedRow | null> =>
  (await scope.db.rows<VersionedRow>(organizationSql(scope, contactId)))[0] ?? null

/** Reads the terms of membership of a contact as JSON text; null if it does not exist. */
export const readMemberships = async (scope: Scope, contactId: number): Promise<string | null> =>
  (await scope.db.rows<{ json: string }>(contactMembershipsSql(scope, contactId)))[0]?.json ?? null

/** Reads the groups of a contact (OrganizationGroups in the contract), with its version; null if it does not exist. */
export const readGroups = async (scope: Scope, contactId: number): Promise<VersionedRow | null> =>
  (await scope.db.rows<VersionedRow>(contactGroupsSql(scope.db.tenantId, contactId)))[0] ?? null
