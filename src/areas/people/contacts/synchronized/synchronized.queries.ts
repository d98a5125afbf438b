import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { readRecords } from '../records/records.queries.ts'
import {
  type AddressState,
  type ContactParts,
  type InfoState,
  NAME_COLUMNS,
  type Names,
  pickSharedParts,
} from './contact-states.model.ts'

export type { AddressState, ContactParts, InfoState, Names }
export { NAME_COLUMNS }

/** A contact with the parts that can be synchronized. */
export interface SharedContact extends ContactParts {
  contactId: number
  systemTypeId: 1 | 2
}

/** Reads contacts for other tenants, by id; deleted ones included. */
export const readSharedContacts = async (
  scope: Pick<Scope, 'db'>,
  tx: SqlRunner,
  ids: readonly number[],
): Promise<SharedContact[]> =>
  (await readRecords(tx, scope, ids)).map((records) => ({
    contactId: records.id,
    systemTypeId: records.entered.system_type_id,
    ...pickSharedParts(records),
  }))

/** Selects the roles of contacts at organizations, by contact: SharedRole with `contactId`. */
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
