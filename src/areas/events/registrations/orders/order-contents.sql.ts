import { exhibitorFieldsSql, sponsorFieldsSql } from '#areas/events/events/questions/questions.listing'
import { listJson } from '#kernel/database/json-sql'
import type { Columns } from '#kernel/listing/columns'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DISPLAY_NAME } from '../participants.listing.ts'
import { STATUS } from '../registrations.sql.ts'

const ofOrder = (alias: string): Sql =>
  Prisma.raw(`${alias}.tenant_id = o.tenant_id AND ${alias}.event_id = o.event_id AND ${alias}.order_id = o.id`)

const LINES = listJson(Prisma.sql`SELECT l.name AS "Name", l.quantity AS "Quantity", l.fee_item_id AS "SaleableItemId",
    l.amount AS "Amount", l.discount AS "Discount", l.tax AS "Tax", l.amount - l.discount + l.tax AS "Total",
    l.credited AS "Credited", l.registration_id AS "RegistrationId", l.sponsor_id AS "EventSponsorId",
    l.exhibitor_id AS "ExhibitorId", l.item_id AS "OrderItemId"
  FROM event_order_line l WHERE ${ofOrder('l')} ORDER BY l.position`)

const REGISTRATIONS = listJson(Prisma.sql`SELECT g.id AS "RegistrationId", g.audit_id AS "AuditId",
    g.type_id AS "EventRegistrationTypeId", t.name AS "EventRegistrationTypeName", g.status_id AS "ParticipantStatusId",
    ${STATUS} AS "ParticipantStatus", ${DISPLAY_NAME} AS "DisplayName"
  FROM event_registration g JOIN event_registration_type t ON t.tenant_id = g.tenant_id AND t.id = g.type_id
  LEFT JOIN contact p ON p.tenant_id = g.tenant_id AND p.id = g.contact_id
  WHERE ${ofOrder('g')} ORDER BY g.position, g.id`)

const SPONSORS = listJson(Prisma.sql`SELECT k.id AS "EventSponsorId", k.tier_id AS "SponsorshipTierId",
    t.name AS "SponsorshipTierName",
    CASE WHEN c.deleted_at IS NULL AND p.deleted_at IS NULL THEN k.name END AS "SponsorName",
    CASE k.status_id WHEN 1 THEN 'Pending' WHEN 2 THEN 'Approved' WHEN 3 THEN 'Declined' WHEN 4 THEN 'NotAttending'
      WHEN 5 THEN 'Cancelled' END AS "Status",
    CASE WHEN c.deleted_at IS NULL AND p.deleted_at IS NULL THEN ${sponsorFieldsSql('k')} END AS "CustomFields"
  FROM event_sponsor k JOIN event_tier t ON t.tenant_id = k.tenant_id AND t.id = k.tier_id
  LEFT JOIN contact p ON p.tenant_id = k.tenant_id AND p.id = k.contact_id
  WHERE ${ofOrder('k')} ORDER BY k.id`)

const EXHIBITORS = listJson(Prisma.sql`SELECT k.id AS "ExhibitorId", k.type_id AS "ExhibitorTypeId",
    t.name AS "ExhibitorTypeName", CASE WHEN c.deleted_at IS NULL THEN k.name END AS "ExhibitorName",
    k.booth_preference AS "BoothPreference", CASE k.state WHEN 'cancelled' THEN 'Cancelled' ELSE 'Registered' END AS "Status",
    CASE WHEN c.deleted_at IS NULL THEN ${exhibitorFieldsSql('k')} END AS "CustomFields"
  FROM event_exhibitor k JOIN event_exhibitor_type t ON t.tenant_id = k.tenant_id AND t.id = k.type_id
  WHERE ${ofOrder('k')} ORDER BY k.id`)

const ITEMS = listJson(Prisma.sql`SELECT k.id AS "OrderItemId", k.item_id AS "ItemId", t.name AS "Name",
    t.is_donation AS "IsDonation", k.quantity AS "Quantity", k.amount AS "Amount"
  FROM event_order_item k JOIN event_item t ON t.tenant_id = k.tenant_id AND t.id = k.item_id
  WHERE ${ofOrder('k')} ORDER BY k.id`)

/** The columns of an order `o` of the payer `c` with what it contains, as arrays of JSON. */
export const CONTENT_COLUMNS: Columns = {
  Lines: LINES,
  Registrations: REGISTRATIONS,
  Sponsors: SPONSORS,
  Exhibitors: EXHIBITORS,
  Items: ITEMS,
}
