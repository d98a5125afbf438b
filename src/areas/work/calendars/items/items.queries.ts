import { notFound } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { calendarEvents } from '../calendars.events.ts'
import { canEditCalendars, requireCalendar } from '../calendars.queries.ts'
import { changedOccurrences } from '../occurrences/occurrences.sql.ts'
import { type ItemWithOverrides, OVERRIDES } from '../overrides/overrides.model.ts'
import { itemColumns, itemList } from './items.listing.ts'

interface ItemKey {
  tenantId: number
  calendarId: number
  id: number
}

/** Reads an item with its changed occurrences. */
const itemRecordSql = ({ tenantId, calendarId, id }: ItemKey, canEdit: boolean): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text, i.audit_id AS "auditId"
  FROM calendar_item i CROSS JOIN LATERAL (SELECT ${itemColumns(canEdit, changedOccurrences)}) x
  WHERE i.tenant_id = ${tenantId}::integer AND i.calendar_id = ${calendarId}::integer AND i.id = ${id}::integer`

export const itemKind: RecordKind<ItemWithOverrides> = {
  entity: 'calendaritem',
  noun: 'item of the calendar',
  table: 'calendar_item',
  columns: {
    local_start: 'Start',
    local_end: 'End',
    starts_at: null,
    ends_at: null,
    last_ends_at: null,
    changed_at: null,
    sequence: null,
    uid: null,
  },
  events: {
    created: calendarEvents.itemCreated,
    updated: calendarEvents.itemUpdated,
    deleted: calendarEvents.itemDeleted,
  },
  find: (tx, { tenantId, id }) =>
    tx.calendarItem.findFirst({ where: { tenantId, id }, include: { overrides: OVERRIDES } }),
}

/**
 * Returns an item of a calendar in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes.
 * @throws 404.
 */
export const readItem = async (
  scope: Scope,
  calendarId: number,
  id: number,
  runner: Pick<Transaction, 'rows'> = scope.db,
): Promise<VersionedRow> => {
  const key = { tenantId: scope.db.tenantId, calendarId, id }
  const [row] = await runner.rows<VersionedRow>(itemRecordSql(key, canEditCalendars(scope)))
  if (!row) throw notFound('item of the calendar')
  return row
}

/** Returns the list of the items of a calendar. @throws 404 if the calendar does not exist. */
export const getItemList = async (scope: Scope, calendarId: number): Promise<List> => {
  await requireCalendar(scope, calendarId)
  return itemList(calendarId, canEditCalendars(scope))
}
