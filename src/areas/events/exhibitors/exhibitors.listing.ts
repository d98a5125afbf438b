import { exhibitorFieldsSql } from '#areas/events/events/questions/questions.listing'
import {
  exhibitorOrderFields,
  exhibitorOrderJoins,
  NUMBER_OF_ORDER,
  PAYER_OF_ORDER,
} from '#areas/events/registrations/orders/orders.listing'
import { EventExhibitorRow } from '#contract/events/exhibitors'
import { type Columns, listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

// Exhibitors are the rows `k` of their lists, with their event `e`, order `o`, invoice `i`, payer `c` and kind of booth `t`.

const id = Prisma.sql`k.id`
const column = (name: string): Sql => Prisma.raw(`k.${name}`)
const ofPayer = (value: Sql): Sql => Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN ${value} END`

const NAME = ofPayer(column('name'))
const STATUS = Prisma.sql`CASE k.state WHEN 'cancelled' THEN 'Cancelled' ELSE 'Registered' END`
/** What the exhibitor costs, less credits, with tax. */
const AMOUNT = Prisma.sql`coalesce((SELECT sum(l.amount - l.discount + l.tax - l.credited) FROM event_order_line l
  WHERE l.tenant_id = k.tenant_id AND l.event_id = k.event_id AND l.exhibitor_id = k.id), 0)`
const ATTENDEES = Prisma.sql`(SELECT count(*)::integer FROM event_registration g
  WHERE g.tenant_id = k.tenant_id AND g.event_id = k.event_id AND g.exhibitor_id = k.id)`

const listing: Listing = {
  from: Prisma.sql`event_exhibitor k
    LEFT JOIN event_exhibitor_type t ON t.tenant_id = k.tenant_id AND t.id = k.type_id ${exhibitorOrderJoins}`,
  row: EventExhibitorRow,
  tenant: Prisma.sql`k.tenant_id`,
  id,
  contact: Prisma.sql`o.contact_id`,
  listed: Prisma.sql`k.state <> 'cart'`,
  defaultOrder: 'RegisteredDate desc',
  fields: {
    ExhibitorId: valueField('integer', id),
    AuditId: valueField('integer', column('audit_id')),
    ExhibitorName: nameField(NAME),
    Status: valueField('text', STATUS),
    ExhibitorTypeId: valueField('integer', column('type_id')),
    ExhibitorTypeName: nameField(Prisma.sql`t.name`),
    BoothPreference: optionalField('text', column('booth_preference')),
    BoothNumber: optionalField('text', column('booth_number')),
    AttendeeCount: valueField('integer', ATTENDEES),
    Amount: valueField('money', AMOUNT),
    ...exhibitorOrderFields,
  },
  searched: Prisma.sql`(${NUMBER_OF_ORDER} || ' ' || coalesce(${NAME}, '') || ' ' || coalesce(k.booth_number, '') || ' '
    || coalesce(${PAYER_OF_ORDER}, ''))`,
}

const ACTIONS = Prisma.sql`CASE WHEN k.state = 'registered' THEN '["view","edit","cancel"]' ELSE '["view"]' END::json`

const actionsSql = (scope: Scope): Sql =>
  scope.chapters || !hasGrant(scope, 'event-registrations:write') ? Prisma.sql`'["view"]'::json` : ACTIONS

const actionsColumn = (scope: Scope): Columns => ({ Actions: actionsSql(scope) })

/** Lists the exhibitors `k` of all events, the newest first. */
export const exhibitorList = (scope: Scope): List => listOf(listing, actionsColumn(scope))

/** Lists the exhibitors `k` of an event, the newest first. */
export const eventExhibitorList = (scope: Scope, eventId: number): List =>
  listOf(
    { ...listing, listed: Prisma.sql`k.state <> 'cart' AND k.event_id = ${eventId}::integer` },
    actionsColumn(scope),
  )

/** Shows one exhibitor with what it responded to the questions of the event. */
export const exhibitorDetails = (scope: Scope): List =>
  listOf(listing, { ...actionsColumn(scope), CustomFields: ofPayer(exhibitorFieldsSql('k')) })
