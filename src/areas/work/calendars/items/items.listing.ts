import { CalendarItem } from '#contract/work/calendars'
import { columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`i.id`

/** Returns a local time of an item or proposal `i` as text; a date if it lasts whole days. */
export const localJson = (local: Sql): Sql =>
  Prisma.sql`to_char(${local}, CASE WHEN i.is_all_day THEN 'YYYY-MM-DD' ELSE 'YYYY-MM-DD"T"HH24:MI:SS' END)`

/** Returns the end in the same form: for whole days the last day. */
export const localEndJson = (end: Sql): Sql =>
  localJson(Prisma.sql`${end} - CASE WHEN i.is_all_day THEN interval '1 day' ELSE interval '0' END`)

const fields: Listing['fields'] = {
  CalendarItemId: valueField('integer', id),
  AuditId: valueField('integer', Prisma.sql`i.audit_id`),
  CalendarId: valueField('integer', Prisma.sql`i.calendar_id`),
  Title: nameField(Prisma.sql`i.title`),
  Description: optionalField('text', Prisma.sql`i.description`),
  Location: optionalField('text', Prisma.sql`i.location`),
  Url: optionalField('text', Prisma.sql`i.url`),
  Start: valueField('text', localJson(Prisma.sql`i.local_start`)),
  End: valueField('text', localEndJson(Prisma.sql`i.local_end`)),
  TimeZone: optionalField('text', Prisma.sql`i.time_zone`),
  RecurrenceRule: optionalField('text', Prisma.sql`i.recurrence_rule`),
  Uid: valueField('text', Prisma.sql`i.uid::text`),
  Sequence: valueField('integer', Prisma.sql`i.sequence`),
  Status: valueField('text', Prisma.sql`i.status`),
  IsAllDay: valueField('boolean', Prisma.sql`i.is_all_day`),
  StartsAt: valueField('instant', Prisma.sql`i.starts_at`),
  EndsAt: valueField('instant', Prisma.sql`i.ends_at`),
  ModifiedDate: valueField('instant', Prisma.sql`i.changed_at`),
}

const itemListing = (calendarId: number): Listing => ({
  from: Prisma.sql`calendar_item i`,
  row: CalendarItem,
  tenant: Prisma.sql`i.tenant_id`,
  id,
  listed: Prisma.sql`i.calendar_id = ${calendarId}::integer`,
  defaultOrder: 'StartsAt',
  fields,
  searched: Prisma.sql`concat_ws(' ', i.title, i.location)`,
})

/** Returns the documented row of an item `i`. Lists leave the changed occurrences out, because they can be long. */
export const itemColumns = (canEdit: boolean, changed = Prisma.sql`NULL::json`): Sql =>
  columnsOf(fields, {
    ExcludedStarts: Prisma.sql`(SELECT coalesce(json_agg(${localJson(Prisma.sql`x.start`)} ORDER BY x.start), '[]'::json)
      FROM unnest(i.excluded_starts) AS x(start))`,
    ChangedOccurrences: changed,
    Actions: Prisma.sql`CASE WHEN NOT ${canEdit}::boolean THEN '[]'::json
      WHEN i.status = 'cancelled' THEN '["edit","delete"]'::json ELSE '["edit","cancel","delete"]'::json END`,
  })

/**
 * Returns the list of the items of a calendar, each repeated item once. `canEdit`: whether the caller can change
 * calendars.
 */
export const itemList = (calendarId: number, canEdit: boolean): List => ({
  listing: itemListing(calendarId),
  columns: itemColumns(canEdit),
})
