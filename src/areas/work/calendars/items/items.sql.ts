import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { changedOccurrences, itemColumns } from './items.listing.ts'

interface ItemKey {
  tenantId: number
  calendarId: number
  id: number
}

/** Reads an item with its changed occurrences. */
export const itemRecordSql = ({ tenantId, calendarId, id }: ItemKey, canEdit: boolean): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text, i.audit_id AS "auditId"
  FROM calendar_item i CROSS JOIN LATERAL (SELECT ${itemColumns(canEdit, changedOccurrences)}) x
  WHERE i.tenant_id = ${tenantId}::integer AND i.calendar_id = ${calendarId}::integer AND i.id = ${id}::integer`
