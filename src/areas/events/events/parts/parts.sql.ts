import { instantJson, listJson } from '#kernel/database/json-sql'
import type { Columns } from '#kernel/listing/columns'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The parts of an event in one table. */
export interface PartsKey {
  tenantId: number
  eventId: number
  table: string
  /** The column of what is unique. */
  keyColumn: string
}

/**
 * Frees the names of parts that a save changes: a name can move from one part to another, and the unique index sees each
 * statement.
 */
export const freeKeysSql = (
  { tenantId, eventId, table, keyColumn }: PartsKey,
  ids: readonly number[],
): Sql => Prisma.sql`
  UPDATE ${Prisma.raw(table)} SET ${Prisma.raw(keyColumn)} = chr(1) || id
  WHERE tenant_id = ${tenantId}::int AND event_id = ${eventId}::int AND id = ANY (${[...ids]}::int[])`

export const removePartsSql = ({ tenantId, eventId, table }: PartsKey, ids: readonly number[]): Sql => Prisma.sql`
  DELETE FROM ${Prisma.raw(table)}
  WHERE tenant_id = ${tenantId}::int AND event_id = ${eventId}::int AND id = ANY (${[...ids]}::int[])`

/** Selects the name of a part. */
export const findPartSql = (table: string, tenantId: number, id: number): Sql => Prisma.sql`
  SELECT name FROM ${Prisma.raw(table)} WHERE tenant_id = ${tenantId}::int AND id = ${id}::int`

/** Selects the rows `p` of a table of parts, in display order. */
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

/** The columns of an event `e` with its parts, as arrays of JSON. */
export const PART_COLUMNS: Columns = {
  RegistrationTypes: TYPES,
  Sessions: SESSIONS,
  SponsorshipTiers: TIERS,
  ExhibitorTypes: EXHIBITORS,
  AdditionalItems: ITEMS,
  Donations: DONATIONS,
  Discounts: DISCOUNTS,
  Questions: QUESTIONS,
}
