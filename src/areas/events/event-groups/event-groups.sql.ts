import { listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DISPLAY_NAME, ofParticipant } from '../registrations/participants.listing.ts'
import { ON_WAITING_LIST, statusNameSql } from '../registrations/registration-statuses.listing.ts'

interface EventKey {
  tenantId: number
  eventId: number
}

/** The person of a registration `g` with its contact `p`. */
const PERSON = Prisma.sql`g.id AS "RegistrationId", ${ofParticipant(Prisma.sql`p.id::text`)} AS "ContactId", ${DISPLAY_NAME} AS "DisplayName",
  ${ofParticipant(Prisma.sql`g.organization_name`)} AS "OrganizationName", g.status_id AS "ParticipantStatusId",
  ${statusNameSql(Prisma.sql`g.status_id`)} AS "ParticipantStatus"`

const CONTACT = Prisma.sql`LEFT JOIN contact p ON p.tenant_id = g.tenant_id AND p.id = g.contact_id`

const BY_NAME = Prisma.sql`lower(${DISPLAY_NAME}) COLLATE "C" NULLS LAST, g.id`

/** Whether a purchase has ended: it is cancelled, rejected, expired or transferred. */
const IS_DELETABLE = Prisma.sql`(x.registration_id IS NULL OR EXISTS (SELECT FROM event_registration b
  WHERE b.tenant_id = x.tenant_id AND b.id = x.registration_id AND b.status_id IN (9, 12, 13, 15)))`

const MEMBERS = listJson(Prisma.sql`SELECT ${PERSON}, m.seat_number AS "SeatNumber" FROM event_group_member m
  JOIN event_registration g ON g.tenant_id = m.tenant_id AND g.id = m.registration_id ${CONTACT}
  WHERE m.tenant_id = x.tenant_id AND m.event_id = x.event_id AND m.group_id = x.id
  ORDER BY m.seat_number NULLS LAST, ${BY_NAME}`)

/** The columns of a table `x` in its documented shape. */
const COLUMNS = Prisma.sql`x.id AS "EventGroupId", x.event_id AS "EventId", x.name AS "Name",
  x.type_id::text AS "EventRegistrationTypeId", t.name AS "EventRegistrationTypeName",
  x.max_to_assign::text AS "MaxToAssign", x.number AS "GroupNumber", x.position::text AS "GroupOrder",
  x.session_id::text AS "EventSessionId", ${MEMBERS} AS "Members", false AS "IsDeleted", ${IS_DELETABLE} AS "IsDeletable"`

const TYPE = Prisma.sql`LEFT JOIN event_registration_type t ON t.tenant_id = x.tenant_id AND t.id = x.type_id`

/** Selects a table as JSON text, with its version. */
export const groupSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT (SELECT row_to_json(d)::text FROM (SELECT ${COLUMNS}) d) AS text, x.event_id AS "eventId",
    x.audit_id AS "auditId", ${IS_DELETABLE} AS "isDeletable"
  FROM event_group x ${TYPE} WHERE x.tenant_id = ${tenantId}::int AND x.id = ${id}::int`

/** Selects the tables of an event, and the registrants that have none: one row `text`. */
export const tablesSql = ({ tenantId, eventId }: EventKey, sessionId: number | null): Sql => {
  const ofSession = (column: Sql) => (sessionId === null ? Prisma.empty : Prisma.sql`AND ${column} = ${sessionId}::int`)
  const groups = listJson(Prisma.sql`SELECT ${COLUMNS} FROM event_group x ${TYPE}
    WHERE x.tenant_id = ${tenantId}::int AND x.event_id = ${eventId}::int ${ofSession(Prisma.sql`x.session_id`)}
    ORDER BY x.position, x.number`)
  const candidates = listJson(Prisma.sql`SELECT ${PERSON}, g.type_id::text AS "EventRegistrationTypeId",
      t.name AS "EventRegistrationTypeName", g.status_id = ${ON_WAITING_LIST}::int AS "IsOnWaitingList",
      g.status_id <> ${ON_WAITING_LIST}::int AS "CanBeAssigned"
    FROM event_registration g ${CONTACT}
    JOIN event_registration_type t ON t.tenant_id = g.tenant_id AND t.id = g.type_id
    WHERE g.tenant_id = ${tenantId}::int AND g.event_id = ${eventId}::int
      AND (g.status_id BETWEEN 1 AND 7 OR (g.status_id = ${ON_WAITING_LIST}::int AND g.held_until IS NULL))
      AND NOT EXISTS (SELECT FROM event_group_member m WHERE m.tenant_id = g.tenant_id AND m.registration_id = g.id
        ${ofSession(Prisma.sql`m.seating`)})
      ${sessionId === null ? Prisma.empty : Prisma.sql`AND ${hasSessionSql(sessionId)}`}
    ORDER BY g.status_id = ${ON_WAITING_LIST}::int, ${BY_NAME}`)
  return Prisma.sql`SELECT json_build_object('EventId', ${eventId}::int, 'Groups', ${groups}, 'Candidates', ${candidates})::text
    AS text`
}

/** Tests whether a registration `g` has chosen a session. */
const hasSessionSql = (sessionId: number): Sql => Prisma.sql`EXISTS (SELECT FROM event_registration_session s
  WHERE s.tenant_id = g.tenant_id AND s.registration_id = g.id AND s.session_id = ${sessionId}::int)`

/** A registration that a request names as a member. */
export interface NamedRegistration {
  id: number
  statusId: number
  hasSession: boolean
}

/** Locks registrations of an event against a change of their status: NamedRegistration. @param sessionId 0 for none. */
export const lockNamedSql = (
  { tenantId, eventId }: EventKey,
  ids: readonly number[],
  sessionId: number,
): Sql => Prisma.sql`
  SELECT g.id, g.status_id AS "statusId", ${sessionId}::int = 0 OR ${hasSessionSql(sessionId)} AS "hasSession"
  FROM event_registration g WHERE g.tenant_id = ${tenantId}::int AND g.event_id = ${eventId}::int
    AND g.id = ANY (${[...ids]}::int[]) AND (g.status_id <> 14) ORDER BY g.id FOR SHARE OF g`

/** Selects the lowest number that no table of the event has: `number`. Lock the event first. */
export const nextNumberSql = ({ tenantId, eventId }: EventKey): Sql => Prisma.sql`
  SELECT min(n.number)::int AS number FROM (SELECT 1 AS number UNION ALL SELECT x.number + 1 FROM event_group x
    WHERE x.tenant_id = ${tenantId}::int AND x.event_id = ${eventId}::int) n
  WHERE NOT EXISTS (SELECT FROM event_group x WHERE x.tenant_id = ${tenantId}::int AND x.event_id = ${eventId}::int
    AND x.number = n.number)`
