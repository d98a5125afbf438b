import { listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { ON_WAITING_LIST, STATUSES } from '../public-registration/seats/statuses.model.ts'

interface EventKey {
  tenantId: number
  eventId: number
}

const STATUS = Prisma.sql`CASE r.status_id ${Prisma.join(
  Object.entries(STATUSES).map(([id, name]) => Prisma.sql`WHEN ${Prisma.raw(id)} THEN ${Prisma.raw(`'${name}'`)}`),
  ' ',
)} END`

const NAME = Prisma.sql`coalesce(r.badge_name, nullif(concat_ws(' ', r.first_name, r.last_name), ''), c.display_name)`

/** The person of a registration `r` with its contact `c`. */
const PERSON = Prisma.sql`r.id AS "RegistrationId", c.id::text AS "ContactId", ${NAME} AS "DisplayName",
  r.organization_name AS "OrganizationName", r.status_id AS "ParticipantStatusId", ${STATUS} AS "ParticipantStatus"`

const CONTACT = Prisma.sql`LEFT JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id AND c.deleted_at IS NULL`

const BY_NAME = Prisma.sql`lower(${NAME}) COLLATE "C" NULLS LAST, r.id`

/** Whether a purchase has ended: it is cancelled, rejected, expired or transferred. */
const IS_DELETABLE = Prisma.sql`(g.registration_id IS NULL OR EXISTS (SELECT FROM event_registration b
  WHERE b.tenant_id = g.tenant_id AND b.id = g.registration_id AND b.status_id IN (9, 12, 13, 15)))`

const MEMBERS = listJson(Prisma.sql`SELECT ${PERSON}, m.seat_number AS "SeatNumber" FROM event_group_member m
  JOIN event_registration r ON r.tenant_id = m.tenant_id AND r.id = m.registration_id ${CONTACT}
  WHERE m.tenant_id = g.tenant_id AND m.event_id = g.event_id AND m.group_id = g.id
  ORDER BY m.seat_number NULLS LAST, ${BY_NAME}`)

/** The columns of a table `g` in its documented shape. */
const COLUMNS = Prisma.sql`g.id AS "EventGroupId", g.event_id AS "EventId", g.name AS "Name",
  g.type_id::text AS "EventRegistrationTypeId", t.name AS "EventRegistrationTypeName",
  g.max_to_assign::text AS "MaxToAssign", g.number AS "GroupNumber", g.position::text AS "GroupOrder",
  g.session_id::text AS "EventSessionId", ${MEMBERS} AS "Members", false AS "IsDeleted", ${IS_DELETABLE} AS "IsDeletable"`

const TYPE = Prisma.sql`LEFT JOIN event_registration_type t ON t.tenant_id = g.tenant_id AND t.id = g.type_id`

/** A table as JSON text, with its version. */
export const groupSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT (SELECT row_to_json(x)::text FROM (SELECT ${COLUMNS}) x) AS text, g.event_id AS "eventId",
    g.audit_id AS "auditId", ${IS_DELETABLE} AS "isDeletable"
  FROM event_group g ${TYPE} WHERE g.tenant_id = ${tenantId}::int AND g.id = ${id}::int`

/** The tables of an event, and the registrants that have none: one row `text`. */
export const tablesSql = ({ tenantId, eventId }: EventKey, sessionId: number | null): Sql => {
  const ofSession = (column: Sql) => (sessionId === null ? Prisma.empty : Prisma.sql`AND ${column} = ${sessionId}::int`)
  const groups = listJson(Prisma.sql`SELECT ${COLUMNS} FROM event_group g ${TYPE}
    WHERE g.tenant_id = ${tenantId}::int AND g.event_id = ${eventId}::int ${ofSession(Prisma.sql`g.session_id`)}
    ORDER BY g.position, g.number`)
  const candidates = listJson(Prisma.sql`SELECT ${PERSON}, r.type_id::text AS "EventRegistrationTypeId",
      t.name AS "EventRegistrationTypeName", r.status_id = ${ON_WAITING_LIST}::int AS "IsOnWaitingList",
      r.status_id <> ${ON_WAITING_LIST}::int AS "CanBeAssigned"
    FROM event_registration r ${CONTACT}
    JOIN event_registration_type t ON t.tenant_id = r.tenant_id AND t.id = r.type_id
    WHERE r.tenant_id = ${tenantId}::int AND r.event_id = ${eventId}::int
      AND (r.status_id BETWEEN 1 AND 7 OR (r.status_id = ${ON_WAITING_LIST}::int AND r.held_until IS NULL))
      AND NOT EXISTS (SELECT FROM event_group_member m WHERE m.tenant_id = r.tenant_id AND m.registration_id = r.id
        ${ofSession(Prisma.sql`m.seating`)})
      ${sessionId === null ? Prisma.empty : Prisma.sql`AND ${hasSessionSql(sessionId)}`}
    ORDER BY r.status_id = ${ON_WAITING_LIST}::int, ${BY_NAME}`)
  return Prisma.sql`SELECT json_build_object('EventId', ${eventId}::int, 'Groups', ${groups}, 'Candidates', ${candidates})::text
    AS text`
}

/** Whether a registration `r` has chosen a session. */
const hasSessionSql = (sessionId: number): Sql => Prisma.sql`EXISTS (SELECT FROM event_registration_session s
  WHERE s.tenant_id = r.tenant_id AND s.registration_id = r.id AND s.session_id = ${sessionId}::int)`

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
  SELECT r.id, r.status_id AS "statusId", ${sessionId}::int = 0 OR ${hasSessionSql(sessionId)} AS "hasSession"
  FROM event_registration r WHERE r.tenant_id = ${tenantId}::int AND r.event_id = ${eventId}::int
    AND r.id = ANY (${[...ids]}::int[]) AND (r.status_id <> 14) ORDER BY r.id FOR SHARE OF r`

/** The lowest number that no table of the event has: `number`. Lock the event first. */
export const nextNumberSql = ({ tenantId, eventId }: EventKey): Sql => Prisma.sql`
  SELECT min(n.number)::int AS number FROM (SELECT 1 AS number UNION ALL SELECT g.number + 1 FROM event_group g
    WHERE g.tenant_id = ${tenantId}::int AND g.event_id = ${eventId}::int) n
  WHERE NOT EXISTS (SELECT FROM event_group g WHERE g.tenant_id = ${tenantId}::int AND g.event_id = ${eventId}::int
    AND g.number = n.number)`
