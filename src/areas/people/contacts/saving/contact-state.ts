import type { ContactState } from '#contract/people/contacts-saving'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { valueLists } from '../value-lists.model.ts'

interface StateRow {
  id: number
  audit_id: number
  status_id: 1 | 2 | 4 | 8 | 16 | 32
  status_is_manual: boolean
  is_deleted: boolean
}

/** A deleted contact shows as Deleted; the status that it had is kept for when it is restored. */
export const contactStateSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT id, audit_id, CASE WHEN deleted_at IS NULL THEN status_id ELSE 32 END AS status_id, status_is_manual,
    deleted_at IS NOT NULL AS is_deleted
  FROM contact WHERE tenant_id = ${tenantId} AND id = ${contactId}`

/** Takes the one row of contactStateSql. */
export const presentState = (rows: object[] | undefined): ContactState => {
  const row = rows?.[0] as StateRow
  return {
    ContactId: row.id,
    AuditId: row.audit_id,
    MembershipStatusTypeId: row.status_id,
    Status: valueLists.statuses[row.status_id],
    IsStatusManual: row.status_is_manual,
    IsDeleted: row.is_deleted,
  }
}
