import { eventFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { EventRow } from '#contract/events/events'
import { instantJson, listJson } from '#kernel/database/json-sql'
import { columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { type Listing, orEmptySql } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`e.id`
const column = (name: string): Sql => Prisma.raw(`e.${name}`)

const listing: Listing = {
  from: Prisma.sql`event e`,
  row: EventRow,
  tenant: Prisma.sql`e.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'StartDate desc',
  fields: {
    EventId: valueField('integer', id),
    AuditId: valueField('integer', column('audit_id')),
    Name: nameField(column('name')),
    Status: valueField('text', column('status')),
    ShortDescription: optionalField('text', column('short_description')),
    StartDate: valueField('instant', column('starts_at')),
    EndDate: optionalField('instant', column('ends_at')),
    TimeZone: valueField('text', column('time_zone')),
    Location: optionalField('text', column('location')),
    Capacity: optionalField('integer', column('capacity')),
    RegistrationOpens: optionalField('instant', column('registration_opens')),
    RegistrationCloses: optionalField('instant', column('registration_closes')),
    CalendarId: optionalField('integer', column('calendar_id')),
  },
  searched: Prisma.sql`(e.name || ' ' || ${orEmptySql(column('location'))} || ' ' || ${orEmptySql(column('short_description'))})`,
}

const IS_BEING_CANCELLED = Prisma.sql`EXISTS (SELECT FROM event_cancellation x WHERE x.tenant_id = e.tenant_id
  AND x.event_id = e.id AND x.finished_at IS NULL)`

/** Whether a cancellation of the event has left nothing to cancel. */
const IS_CANCELLED_WHOLLY = Prisma.sql`(e.status = 'Cancelled' AND EXISTS (SELECT FROM event_cancellation x
    WHERE x.tenant_id = e.tenant_id AND x.event_id = e.id)
  AND NOT EXISTS (SELECT FROM event_order o WHERE o.tenant_id = e.tenant_id AND o.event_id = e.id
    AND o.state = 'submitted' AND o.cancelled_at IS NULL))`

/** A cancellation cancels registrations and moves money. */
const CANCEL_SCOPES = ['events:write', 'event-registrations:write', 'payment-processor:write']

const actionsSql = (scope: Scope): Sql => {
  const actions = tenantRecordActionsSql(scope, { entity: 'event' }, 'events:write', id)
  if (scope.chapters || !CANCEL_SCOPES.every((one) => hasGrant(scope, one))) return actions
  return Prisma.sql`CASE WHEN e.status = 'Draft' OR ${IS_BEING_CANCELLED} OR ${IS_CANCELLED_WHOLLY} THEN ${actions}
    ELSE ((${actions})::jsonb || '["cancel"]'::jsonb)::json END`
}

const rowColumns = (scope: Scope): Sql => columnsOf(listing.fields, { Actions: actionsSql(scope) })

/** The list of events `e`, the latest first. */
export const eventList = (scope: Scope): List => ({ listing, columns: rowColumns(scope) })

/** The rows `p` of a table of parts, in display order. */
const partsJson = (table: string, columns: Sql, more: Sql = Prisma.empty): Sql =>
  listJson(Prisma.sql`SELECT ${columns} FROM ${Prisma.raw(table)} p
    WHERE p.tenant_id = e.tenant_id AND p.event_id = e.id ${more} ORDER BY p.position, p.id`)

const TYPES = partsJson(
  'event_registration_type',
  Prisma.sql`p.id AS "EventRegistrationTypeId", p.name AS "Name", p.description AS "Description", p.price AS "Price",
    p.member_price AS "MemberPrice", p.early_price AS "EarlyBirdPrice", p.early_member_price AS "EarlyBirdMemberPrice",
    p.early_ends_on AS "EarlyBirdEnds", p.fee_item_id AS "SaleableItemId", p.capacity AS "Capacity",
    p.seats AS "SeatsPerRegistration", p.max_per_order AS "MaxPerOrder", p.is_for_members AS "IsMembersOnly", p.is_for_invited AS "IsInvitationOnly",
    p.is_active AS "IsActive", p.benefit_item_id AS "BenefitItemId", p.benefit_percent AS "BenefitDiscountPercent"`,
)

const typeIds = (
  table: string,
  of: string,
): Sql => Prisma.sql`(SELECT coalesce(json_agg(x.type_id ORDER BY x.type_id), '[]')
  FROM ${Prisma.raw(table)} x WHERE x.tenant_id = p.tenant_id AND x.${Prisma.raw(of)} = p.id)`

const SESSIONS = partsJson(
  'event_session',
  Prisma.sql`p.id AS "SessionId", p.name AS "Name", p.description AS "Description",
    ${instantJson(Prisma.sql`p.starts_at`)} AS "StartDate", ${instantJson(Prisma.sql`p.ends_at`)} AS "EndDate",
    p.price AS "Price", p.fee_item_id AS "SaleableItemId", p.capacity AS "Capacity",
    ${typeIds('event_session_type', 'session_id')} AS "RegistrationTypeIds", p.is_active AS "IsActive"`,
)

const OFFER = Prisma.sql`p.name AS "Name", p.description AS "Description", p.price AS "Price",
  p.fee_item_id AS "SaleableItemId", p.max_quantity AS "MaxQuantity"`
const INCLUDED = Prisma.sql`p.included_seats AS "IncludedSeats", p.included_type_id AS "IncludedRegistrationTypeId",
  p.is_active AS "IsActive"`

const TIERS = partsJson(
  'event_tier',
  Prisma.sql`p.id AS "SponsorshipTierId", ${OFFER}, ${INCLUDED}, p.sponsorship_type_id AS "SponsorshipTypeId"`,
)
const EXHIBITORS = partsJson('event_exhibitor_type', Prisma.sql`p.id AS "ExhibitorTypeId", ${OFFER}, ${INCLUDED}`)
const ITEMS = partsJson(
  'event_item',
  Prisma.sql`p.id AS "ItemId", ${OFFER}, p.max_per_order AS "MaxPerOrder", p.is_active AS "IsActive"`,
  Prisma.sql`AND NOT p.is_donation`,
)
const DONATIONS = partsJson(
  'event_item',
  Prisma.sql`p.id AS "ItemId", p.name AS "Name", p.description AS "Description", p.price AS "Price",
    p.fee_item_id AS "SaleableItemId", p.is_active AS "IsActive"`,
  Prisma.sql`AND p.is_donation`,
)
const DISCOUNTS = partsJson(
  'event_discount',
  Prisma.sql`p.id AS "DiscountId", p.name AS "Name", p.code AS "Code", p.percent AS "Percent", p.amount AS "Amount",
    p.starts_on AS "StartDate", p.ends_on AS "EndDate", p.max_uses AS "MaxUses",
    ${typeIds('event_discount_type', 'discount_id')} AS "RegistrationTypeIds", p.is_active AS "IsActive"`,
)

const QUESTIONS = partsJson(
  'event_question',
  Prisma.sql`p.id AS "QuestionId", p.field_id AS "CustomFieldId", p.applies_to AS "AppliesTo",
    p.is_required AS "IsRequired", ${typeIds('event_question_type', 'question_id')} AS "RegistrationTypeIds"`,
)

/** One event with its parts. */
export const eventDetails = (scope: Scope): List => ({
  listing,
  columns: Prisma.sql`${rowColumns(scope)}, e.description AS "Description", e.has_waiting_list AS "HasWaitingList",
    e.offer_hours AS "OfferHours", e.requires_approval AS "RequiresApproval",
    e.marks_no_shows AS "MarksNoShows", e.has_certificates AS "HasCertificates", e.certification_id AS "CertificationId",
    e.certificate_hours AS "CertificateHours", e.certificate_credits AS "CertificateCredits",
    e.mails_certificates AS "MailsCertificates", e.can_cancel AS "CanRegistrantsCancel",
    e.cancellation_rules AS "CancellationRules", e.membership_proof AS "MembershipProof",
    to_json(e.payment_kinds) AS "PaymentKinds", e.tax_set_id AS "TaxSetId", ${TYPES} AS "RegistrationTypes",
    ${SESSIONS} AS "Sessions", ${TIERS} AS "SponsorshipTiers", ${EXHIBITORS} AS "ExhibitorTypes",
    ${ITEMS} AS "AdditionalItems", ${DONATIONS} AS "Donations", ${DISCOUNTS} AS "Discounts",
    ${QUESTIONS} AS "Questions", ${eventFieldsSql} AS "CustomFields"`,
})
