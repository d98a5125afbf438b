import type { EventGroup as EventGroupShape } from '#contract/events/event-groups'
import { MAX_ID } from '#kernel/database/ids'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventGroup } from '#prisma/client'
import { eventKind } from '../events/events.queries.ts'
import { eventGroupEvents } from './event-groups.events.ts'
import { groupSql, nextNumberSql, tablesSql } from './event-groups.sql.ts'

/** Lock the event of a table before you change it. */
export const eventGroupKind: RecordKind<EventGroup> = {
  entity: 'eventgroup',
  noun: 'table',
  table: 'event_group',
  columns: {
    number: 'GroupNumber',
    type_id: 'EventRegistrationTypeId',
    session_id: 'EventSessionId',
    position: 'GroupOrder',
  },
  events: eventGroupEvents,
  find: (tx, { tenantId, id }) => tx.eventGroup.findFirst({ where: { tenantId, id } }),
}

/** A table in its documented shape, as JSON text. */
export interface GroupRow extends VersionedRow {
  eventId: number
  isDeletable: boolean
}

/**
 * Returns a table with its members.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readEventGroup = async (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<GroupRow> => {
  const [row] = id > MAX_ID ? [] : await runner.rows<GroupRow>(groupSql(scope.db.tenantId, id))
  if (!row) throw notFound('table')
  return row
}

/** Returns a table of an event. @throws 404. */
export const readGroupOfEvent = async (scope: Scope, eventId: number, id: number): Promise<GroupRow> => {
  const row = await readEventGroup(scope, id)
  if (row.eventId !== eventId) throw notFound('table')
  return row
}

/** Returns an empty table of an event with the next free number. @throws 404. */
export const newEventGroup = async (scope: Scope, eventId: number): Promise<EventGroupShape> => {
  if (eventId > MAX_ID) throw notFound('event')
  await getRecord(scope, eventKind, eventId)
  const number = await findNextNumber(scope, scope.db, eventId)
  return {
    EventGroupId: 0,
    EventId: eventId,
    Name: null,
    MaxToAssign: null,
    EventRegistrationTypeId: null,
    EventRegistrationTypeName: null,
    EventSessionId: null,
    GroupNumber: number,
    GroupOrder: String(number),
    Members: [],
    IsDeleted: false,
    IsDeletable: false,
  }
}

/** Returns the lowest number that no table of the event has. Lock the event before you use it. */
export const findNextNumber = async ({ db }: Scope, runner: SqlRunner, eventId: number): Promise<number> => {
  const [next] = await runner.rows<{ number: number }>(nextNumberSql({ tenantId: db.tenantId, eventId }))
  return next?.number ?? 1
}

/** Returns the tables of an event with its candidates, as JSON text. @throws 404. */
export const readTables = async (scope: Scope, eventId: number, sessionId: number | null): Promise<string> => {
  await getRecord(scope, eventKind, eventId)
  const { tenantId } = scope.db
  const [row] = await scope.db.rows<{ text: string }>(tablesSql({ tenantId, eventId }, sessionId))
  return row?.text ?? ''
}
