import { SponsorListRow } from '#contract/commerce/sponsorships'
import { columnsOf, listOf, pickFields } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { TOTAL_COLUMN } from '#kernel/listing/row-totals'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { CsvFile } from '#services/csv/list-csv'
import { maxSponsorsSql } from './positions.sql.ts'

const id = Prisma.sql`n.id`

/** Whether the sponsor `n` is approved and has not ended. */
export const isRunningSql: Sql = Prisma.sql`n.status_id = 2 AND n.deleted_at IS NULL`

/** Tests whether a contact has a sponsorship whose term contains a day. @param contactId an expression of the row `d`. */
export const isSponsorSql = (contactId: Sql, day: Day): Sql => Prisma.sql`EXISTS (SELECT FROM sponsor n
  WHERE n.tenant_id = d.tenant_id AND n.contact_id = ${contactId} AND ${isRunningSql}
    AND (n.starts_on IS NULL OR n.starts_on <= ${day}::date) AND (n.ends_on IS NULL OR n.ends_on >= ${day}::date))`

const STATUS = Prisma.sql`CASE n.status_id WHEN 1 THEN 'Pending' WHEN 2 THEN 'Approved' WHEN 3 THEN 'Declined'
  ELSE 'Ended' END`

const listing: Listing = {
  from: Prisma.sql`sponsor n JOIN contact c ON c.tenant_id = n.tenant_id AND c.id = n.contact_id
    JOIN sponsorship_type t ON t.tenant_id = n.tenant_id AND t.id = n.type_id`,
  row: SponsorListRow,
  tenant: Prisma.sql`n.tenant_id`,
  id,
  contact: Prisma.sql`n.contact_id`,
  listed: Prisma.sql`n.deleted_at IS NULL AND c.deleted_at IS NULL`,
  defaultOrder: 'Level, SponsorName',
  fields: {
    SponsorId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`n.audit_id`),
    ContactId: valueField('integer', Prisma.sql`n.contact_id`),
    SponsorName: nameField(Prisma.sql`c.display_name`),
    SponsorshipTypeId: valueField('integer', Prisma.sql`n.type_id`),
    Level: nameField(Prisma.sql`t.name`),
    StartDate: optionalField('date', Prisma.sql`n.starts_on`),
    EndDate: optionalField('date', Prisma.sql`n.ends_on`),
    Price: valueField('money', Prisma.sql`n.price`),
    Status: valueField('text', STATUS),
    InvoiceId: optionalField('integer', Prisma.sql`n.invoice_id`),
  },
  searched: Prisma.sql`(c.display_name || ' ' || t.name)`,
}

/**
 * Tests whether the approval of the sponsor `n` can be taken back: nothing is applied to its invoice, and the sponsorship has not
 * ended. The last day decides as well, because the daily work ends sponsors later.
 */
const canTakeBackSql = (today: Day): Sql => Prisma.sql`NOT EXISTS (SELECT FROM invoice i
  WHERE i.tenant_id = n.tenant_id AND i.id = n.invoice_id AND i.voided_at IS NULL
    AND (n.status_id = 4 OR n.ends_on < ${today}::date OR i.balance <> i.total))`

/** Tests whether an approval would succeed: its term is not over, and the type has a position on all its days. */
const canApproveSql = (today: Day): Sql => {
  const start = Prisma.sql`coalesce(n.starts_on, ${today}::date)`
  const end = Prisma.sql`coalesce(n.ends_on, (${start} + make_interval(months => t.length_in_months))::date - 1)`
  const others = maxSponsorsSql({
    tenantId: Prisma.sql`n.tenant_id`,
    typeId: Prisma.sql`n.type_id`,
    from: Prisma.sql`greatest(${start}, ${today}::date)`,
    through: end,
    exceptId: id,
  })
  return Prisma.sql`(${end} IS NULL OR ${end} >= ${today}::date AND ${end} >= ${start})
    AND (t.max_quantity = 0 OR ${others} < t.max_quantity)`
}

const actionsSql = (scope: Scope): Sql => {
  if (scope.chapters || !hasGrant(scope, 'sponsorships:write')) return Prisma.sql`'["view"]'::json`
  const today = todayOf(scope)
  const canTakeBack = canTakeBackSql(today)
  return Prisma.sql`to_json(array_remove(ARRAY['view', 'edit',
    CASE WHEN n.status_id IN (1, 3) AND ${canApproveSql(today)} THEN 'approve' END,
    CASE WHEN n.status_id = 1 OR n.status_id = 2 AND ${canTakeBack} THEN 'decline' END,
    CASE WHEN ${canTakeBack} THEN 'delete' END], NULL))`
}

/** Lists sponsors `n`. */
export const sponsorList = (scope: Scope): List => listOf(listing, { Actions: actionsSql(scope), ...TOTAL_COLUMN })

const EDITED = [
  ...['SponsorId', 'AuditId', 'ContactId', 'SponsorshipTypeId', 'Price', 'StartDate', 'EndDate', 'Status', 'InvoiceId'],
]

/** The same sponsors in the shape SponsorEdit. */
export const sponsorEdit: List = {
  listing,
  columns: columnsOf(pickFields(listing.fields, ...EDITED), {
    Contact: Prisma.sql`c.display_name`,
    Price: Prisma.sql`n.price::text`,
  }),
}

/** Tests whether an invoice is the current one of a sponsor. */
export const isInvoicedSponsorSql = (tenantId: Sql, invoiceId: Sql): Sql =>
  Prisma.sql`EXISTS (SELECT FROM sponsor n WHERE n.tenant_id = ${tenantId} AND n.invoice_id = ${invoiceId}
    AND n.deleted_at IS NULL)`

/** The columns of a file of sponsors. */
export const SPONSOR_FILE: CsvFile = {
  name: 'Sponsors',
  columns: [
    ...[
      'SponsorId',
      'ContactId',
      'SponsorName',
      'SponsorshipTypeId',
      'Level',
      'StartDate',
      'EndDate',
      'Price',
      'Status',
      'InvoiceId',
    ],
  ],
}

const runningOn = (today: Day): Sql => Prisma.sql`n.status_id = 2 AND n.starts_on <= ${today}::date
  AND (n.ends_on IS NULL OR n.ends_on >= ${today}::date)`

const endingWithin =
  (days: number) =>
  (today: Day): Sql =>
    Prisma.sql`${runningOn(today)} AND n.ends_on <= ${addDays(today, days)}::date`

const STATES: ReadonlyMap<string, (today: Day) => Sql> = new Map([
  ['pending', () => Prisma.sql`n.status_id = 1`],
  ['running', runningOn],
  ['ending30', endingWithin(30)],
  ['ending60', endingWithin(60)],
  ['ended', (today: Day) => Prisma.sql`n.status_id IN (2, 4) AND n.ends_on < ${today}::date`],
])

/** The states of sponsorships that a contact can be selected by. */
export const SPONSOR_STATES: readonly string[] = [...STATES.keys()]

/** Tests whether the contact of row `c` has a sponsorship in a state on a day. */
export const hasSponsorStateSql = (state: string, today: Day): Sql => Prisma.sql`EXISTS (SELECT FROM sponsor n
  WHERE n.tenant_id = c.tenant_id AND n.contact_id = c.id AND n.deleted_at IS NULL
    AND ${STATES.get(state)?.(today) ?? Prisma.sql`false`})`
