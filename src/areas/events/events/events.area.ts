import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { FileOwner } from '#services/files/file-owner'
import { eventEvents } from './events.events.ts'
import { eventKind, readEvent } from './events.queries.ts'
import { events } from './events.routes.ts'

const eventUse = (of: string, remedy: string, rows: (tenantId: number) => Sql): RecordUse => ({
  of,
  user: 'event',
  users: 'events',
  scope: 'events:read',
  remedy,
  rows,
})

/** Describes a use by a column of the events. */
const columnUse = (of: string, column: string, remedy: string): RecordUse =>
  eventUse(
    of,
    remedy,
    (tenantId) => Prisma.sql`SELECT e.${Prisma.raw(column)} AS used_id, e.id, e.name FROM event e
      WHERE e.tenant_id = ${tenantId}::integer AND e.${Prisma.raw(column)} IS NOT NULL`,
  )

/** Describes a use by a column of a table of parts. */
const partUse = (of: string, table: string, column: string, remedy: string): RecordUse =>
  eventUse(
    of,
    remedy,
    (tenantId) => Prisma.sql`SELECT p.${Prisma.raw(column)} AS used_id, e.id, e.name FROM ${Prisma.raw(table)} p
      JOIN event e ON e.tenant_id = p.tenant_id AND e.id = p.event_id
      WHERE p.tenant_id = ${tenantId}::integer AND p.${Prisma.raw(column)} IS NOT NULL`,
  )

const PRICED = ['event_registration_type', 'event_session', 'event_tier', 'event_exhibitor_type', 'event_item']

const eventUses: readonly RecordUse[] = [
  columnUse('taxset', 'tax_set_id', 'Give the event another tax set first.'),
  columnUse('calendar', 'calendar_id', 'Remove the event from the calendar first.'),
  columnUse('certification', 'certification_id', 'Remove the certification from the event first.'),
  ...PRICED.map((table) => partUse('feeitem', table, 'fee_item_id', 'Give the event another saleable item first.')),
  partUse('benefititem', 'event_registration_type', 'benefit_item_id', 'Remove the benefit from the event first.'),
  partUse('customfield', 'event_question', 'field_id', 'Remove the question from the event first.'),
  partUse('sponsorshiptype', 'event_tier', 'sponsorship_type_id', 'Remove the sponsorship type from the event first.'),
]

/** Events own the files in their custom fields. */
const eventFiles: readonly FileOwner[] = [
  {
    kind: eventKind.entity,
    remedy: 'The file belongs to an event. Remove it there.',
    scope: 'events:read',
    rows: (tenantId) => Prisma.sql`SELECT e.id, e.name FROM event e WHERE e.tenant_id = ${tenantId}::integer`,
  },
]

export const eventsArea: Area = {
  routes: [events],
  events: changes('events', 'Event', eventEvents),
  shapes: {
    event: written('events:read', (scope, id) => readEvent(scope, id)),
  },
  uses: eventUses,
  files: eventFiles,
}
