import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { ImportedMembership } from './imported-memberships.model.ts'

/** A membership to create, with its contact. */
export interface NewMembership extends ImportedMembership {
  contactId: number
}

export interface CreatedMembership {
  id: number
  contactId: number
  typeId: number
  levelId: number | null
}

/**
 * Creates memberships with their terms, in one statement. A contact has at most one of a type. A status that is no
 * status differs from the derived one, so that the people that a membership covers are refreshed.
 */
export const createMembershipsSql = (tenantId: number, rows: readonly NewMembership[], now: Date): Sql => Prisma.sql`
  WITH x AS MATERIALIZED (
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("contactId" int, "typeId" int, "levelId" int,
      "joinedOn" date, "startsOn" date, "endsOn" date, "endedOn" date, "isApproved" boolean, "suspendedOn" date,
      "cancelledOn" date, "droppedOn" date)
  ), made AS (
    INSERT INTO membership (tenant_id, contact_id, type_id, level_id, joined_on, approved_at, suspended_on, cancelled_on,
      dropped_on, status)
    SELECT ${tenantId}::int, "contactId", "typeId", "levelId", "joinedOn",
      CASE WHEN "isApproved" THEN ${now}::timestamptz END, "suspendedOn", "cancelledOn", "droppedOn", ''
    FROM x ORDER BY "contactId", "typeId"
    RETURNING id, contact_id, type_id, level_id
  ), term AS (
    INSERT INTO membership_term (tenant_id, membership_id, kind, level_id, starts_on, ends_on, ended_on, months, amount,
      activated_at)
    SELECT ${tenantId}::int, m.id, 'first', m.level_id, x."startsOn", x."endsOn", x."endedOn", 0, 0,
      CASE WHEN x."isApproved" THEN ${now}::timestamptz END
    FROM made m JOIN x ON x."contactId" = m.contact_id AND x."typeId" = m.type_id
  )
  SELECT id, contact_id AS "contactId", type_id AS "typeId", level_id AS "levelId" FROM made ORDER BY id`

/** Selects the memberships of contacts that have not ended. */
export const ongoingSql = (tenantId: number, contactIds: readonly number[]): Sql => Prisma.sql`
  SELECT contact_id AS "contactId", type_id AS "typeId", expiration_date::text AS "endsOn" FROM membership
  WHERE tenant_id = ${tenantId}::int AND contact_id = ANY (${[...contactIds]}::int[])
    AND cancelled_on IS NULL AND dropped_on IS NULL`
