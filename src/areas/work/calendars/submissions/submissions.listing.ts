import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { CalendarSubmission } from '#contract/work/calendars'
import { columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { canEditCalendars } from '../calendars.queries.ts'
import { localEndJson, localJson } from '../items/items.listing.ts'

const id = Prisma.sql`i.id`
const calendarName = Prisma.sql`k.name`
const start = localJson(Prisma.sql`i.local_start`)
const end = localEndJson(Prisma.sql`i.local_end`)
const contactId = shownContactIdSql(Prisma.sql`i.tenant_id`, Prisma.sql`i.contact_id`)
const principalId = shownContactIdSql(Prisma.sql`i.tenant_id`, Prisma.sql`i.principal_id`)
const itemId = Prisma.sql`(SELECT o.id FROM calendar_item o WHERE o.tenant_id = i.tenant_id AND o.id = i.item_id)`

const listing: Listing = {
  from: Prisma.sql`calendar_submission i JOIN calendar k ON k.tenant_id = i.tenant_id AND k.id = i.calendar_id`,
  row: CalendarSubmission,
  tenant: Prisma.sql`i.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'SubmittedDate desc',
  fields: {
    SubmissionId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`i.audit_id`),
    CalendarId: valueField('integer', Prisma.sql`i.calendar_id`),
    CalendarName: nameField(calendarName),
    State: valueField('text', Prisma.sql`i.state`),
    Title: nameField(Prisma.sql`i.title`),
    Description: optionalField('text', Prisma.sql`i.description`),
    Location: optionalField('text', Prisma.sql`i.location`),
    Url: optionalField('text', Prisma.sql`i.url`),
    IsAllDay: valueField('boolean', Prisma.sql`i.is_all_day`),
    Start: valueField('text', start),
    End: valueField('text', end),
    TimeZone: optionalField('text', Prisma.sql`i.time_zone`),
    RecurrenceRule: optionalField('text', Prisma.sql`i.recurrence_rule`),
    StartsAt: valueField('instant', Prisma.sql`i.starts_at`),
    EndsAt: valueField('instant', Prisma.sql`i.ends_at`),
    ContactId: optionalField('integer', contactId),
    OnBehalfOfContactId: optionalField('integer', principalId),
    SubmitterName: nameField(Prisma.sql`i.submitter_name`),
    SubmitterEmail: { ...valueField('text', Prisma.sql`i.submitter_email`), normalize: (text) => text.toLowerCase() },
    SubmittedDate: valueField('instant', Prisma.sql`i.submitted_at`),
    DecidedDate: optionalField('instant', Prisma.sql`i.decided_at`),
    Reason: optionalField('text', Prisma.sql`i.reason`),
    CalendarItemId: optionalField('integer', itemId),
  },
  searched: Prisma.sql`concat_ws(' ', i.title, i.location, k.name)`,
}

const columns = (canEdit: boolean): Sql =>
  columnsOf(listing.fields, {
    SubmitterEmail: Prisma.sql`i.submitter_email`,
    Actions: Prisma.sql`CASE WHEN NOT ${canEdit}::boolean THEN '[]'::json WHEN i.state = 'pending' THEN '["approve","decline","delete"]'::json
    ELSE '["delete"]'::json END`,
  })

/** Returns the list of proposed items of all calendars, newest first. */
export const submissionList = (scope: Scope): List => ({ listing, columns: columns(canEditCalendars(scope)) })

/** Returns the proposals of one member, newest first. */
export const ownSubmissionList = (memberContactId: number): List => ({
  listing: { ...listing, listed: Prisma.sql`i.contact_id = ${memberContactId}::integer` },
  columns: columns(false),
})
