import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Mapping } from '../mappings/mappings.model.ts'

/** Returns the connections of which events of contacts can change a contact, by a set of tenants. */
export const eventsOfSourcesSql = (events: readonly RelayedEvent[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT e.tenant_id AS "tenantId", e.id, e.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('kind')}::text[]) AS e (tenant_id, id, kind)
    WHERE EXISTS (SELECT FROM connection n WHERE n.tenant_id = e.tenant_id AND n.is_source AND n.deleted_at IS NULL)`
}

/** What decides which contacts a connection synchronizes. */
export interface Selection {
  tenantId: number
  mapping: Mapping
  /** The chapters of which the target is the affiliate tenant; null if it is of none. */
  chapterIds: readonly number[] | null
}

/**
 * Selects the `id` of the contacts with an active membership of a mapped type and level. A membership that covers the
 * people of an organization counts for them, and for the organization if the mapping includes owners. Contacts that come
 * from another tenant themselves are left out: a contact crosses only from the tenant that it belongs to.
 *
 * @param only limits the result to these contacts; null: all.
 */
export const eligibleSql = ({ tenantId, mapping, chapterIds }: Selection, only: readonly number[] | null): Sql => {
  const feeds = mapping.feeds.map(({ sourceTypeId, sourceLevelId }) => ({ type: sourceTypeId, level: sourceLevelId }))
  const within = (contact: Sql) =>
    only === null ? Prisma.empty : Prisma.sql`AND ${contact} = ANY (${[...only]}::integer[])`
  const held = Prisma.sql`membership m
    JOIN membership_type t ON t.tenant_id = m.tenant_id AND t.id = m.type_id
    JOIN contact h ON h.tenant_id = m.tenant_id AND h.id = m.contact_id AND h.deleted_at IS NULL
    WHERE m.tenant_id = ${tenantId}::integer AND m.status IN ('Active', 'Grace') AND EXISTS (
      SELECT FROM json_to_recordset(${JSON.stringify(feeds)}::json) AS f (type integer, level integer)
      WHERE f.type = m.type_id AND (f.level IS NULL OR f.level = m.level_id))`
  return Prisma.sql`SELECT c.id FROM contact c JOIN (
      SELECT m.contact_id AS id FROM ${held} ${within(Prisma.sql`m.contact_id`)}
        AND (NOT t.covers_people OR h.system_type_id = 1 OR ${mapping.owners}::boolean)
      UNION SELECT r.contact_id FROM contact_role r WHERE r.tenant_id = ${tenantId}::integer
        ${within(Prisma.sql`r.contact_id`)}
        AND EXISTS (SELECT FROM ${held} AND t.covers_people AND m.contact_id = r.organization_id)) w ON w.id = c.id
    WHERE c.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL AND NOT c.is_unmatched
      AND NOT EXISTS (SELECT FROM connection_received_contact x WHERE x.tenant_id = c.tenant_id AND x.contact_id = c.id)
      ${withinChapters(tenantId, chapterIds)}`
}

const withinChapters = (tenantId: number, chapterIds: Selection['chapterIds']): Sql =>
  chapterIds === null
    ? Prisma.empty
    : Prisma.sql`AND EXISTS (SELECT FROM contact_chapter k WHERE k.tenant_id = ${tenantId}::integer
        AND k.contact_id = c.id AND k.chapter_id = ANY (${[...chapterIds]}::integer[]))`

/**
 * Selects the contacts whose state a change of one can change: itself, the people of an organization, sharers of an
 * address.
 */
export const concernedSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT ${contactId}::integer AS id
  UNION SELECT r.contact_id FROM contact_role r WHERE r.tenant_id = ${tenantId}::integer
    AND r.organization_id = ${contactId}::integer
  UNION SELECT o.contact_id FROM contact_address a
    JOIN contact_address o ON o.tenant_id = a.tenant_id AND o.address_id = a.address_id
    WHERE a.tenant_id = ${tenantId}::integer AND a.contact_id = ${contactId}::integer`

/** Marks contacts of a connection as due: those that are synchronized now, and those that were. */
export const markDueSql = (selection: Selection, connectionId: number, ids: readonly number[] | null): Sql => {
  const { tenantId } = selection
  const only = ids === null ? Prisma.empty : Prisma.sql`AND s.contact_id = ANY (${[...ids]}::integer[])`
  return Prisma.sql`WITH known AS (
      UPDATE connection_sent_contact s SET is_due = true
      WHERE s.tenant_id = ${tenantId}::integer AND s.connection_id = ${connectionId}::integer ${only}
      RETURNING s.contact_id)
    , added AS (
      INSERT INTO connection_sent_contact (tenant_id, connection_id, contact_id)
      SELECT ${tenantId}::integer, ${connectionId}::integer, e.id FROM (${eligibleSql(selection, ids)}) e
      ON CONFLICT (tenant_id, connection_id, contact_id) DO NOTHING
      RETURNING contact_id)
    SELECT (SELECT count(*) FROM known)::integer + (SELECT count(*) FROM added)::integer AS count`
}

/** Locks and returns the next contacts that are due: `contactId`, `version`, `hash`. */
export const dueSql = (tenantId: number, connectionId: number, limit: number): Sql => Prisma.sql`
  SELECT s.contact_id AS "contactId", s.version, s.hash FROM connection_sent_contact s
  WHERE s.tenant_id = ${tenantId}::integer AND s.connection_id = ${connectionId}::integer AND s.is_due
  ORDER BY s.contact_id LIMIT ${limit}::integer FOR UPDATE`

/** A state that is sent: the new version and hash of a contact. */
export interface SentState {
  contactId: number
  version: number
  hash: string
}

/** Stores which states are sent, and that the other contacts are not due either. */
export const saveSentSql = (
  tenantId: number,
  connectionId: number,
  checked: readonly number[],
  sent: readonly SentState[],
): Sql => Prisma.sql`
  UPDATE connection_sent_contact s SET is_due = false, version = coalesce(x.version, s.version),
    hash = coalesce(x.hash, s.hash)
  FROM unnest(${[...checked]}::integer[]) AS w(id)
  LEFT JOIN json_to_recordset(${JSON.stringify(sent)}::json) AS x ("contactId" integer, version integer, hash text)
    ON x."contactId" = w.id
  WHERE s.tenant_id = ${tenantId}::integer AND s.connection_id = ${connectionId}::integer AND s.contact_id = w.id`

/** Forgets contacts that were never sent and are not synchronized. */
export const forgetSql = (tenantId: number, connectionId: number, ids: readonly number[]): Sql => Prisma.sql`
  DELETE FROM connection_sent_contact WHERE tenant_id = ${tenantId}::integer AND connection_id = ${connectionId}::integer
    AND contact_id = ANY (${[...ids]}::integer[]) AND version = 0`

/** Makes contacts due again whose states did not arrive. */
export const resendSql = (tenantId: number, connectionId: number, ids: readonly number[]): Sql => Prisma.sql`
  UPDATE connection_sent_contact SET is_due = true, hash = NULL
  WHERE tenant_id = ${tenantId}::integer AND connection_id = ${connectionId}::integer
    AND contact_id = ANY (${[...ids]}::integer[])`

/** Selects the memberships of contacts of the mapped types: the current one of each type, else the last. */
export const sentMembershipsSql = (tenantId: number, ids: readonly number[], typeIds: readonly number[]): Sql =>
  Prisma.sql`SELECT DISTINCT ON (m.contact_id, m.type_id) m.contact_id AS "contactId", m.type_id AS "typeId",
      m.level_id AS "levelId", to_char(m.joined_on, 'YYYY-MM-DD') AS "joinedOn",
      to_char(m.suspended_on, 'YYYY-MM-DD') AS "suspendedOn", to_char(m.cancelled_on, 'YYYY-MM-DD') AS "cancelledOn",
      to_char(m.dropped_on, 'YYYY-MM-DD') AS "droppedOn", to_char(m.start_date, 'YYYY-MM-DD') AS "startsOn",
      to_char(m.expiration_date, 'YYYY-MM-DD') AS "endsOn"
    FROM membership m WHERE m.tenant_id = ${tenantId}::integer AND m.contact_id = ANY (${[...ids]}::integer[])
      AND m.type_id = ANY (${[...typeIds]}::integer[]) AND m.status <> 'Pending' AND m.start_date IS NOT NULL
    ORDER BY m.contact_id, m.type_id, (m.status IN ('Active', 'Grace')) DESC, m.id DESC`

/** Selects those of the contacts that are in any of the chapters: `id`. */
export const chapterMembersSql = (tenantId: number, chapterIds: readonly number[], ids: readonly number[]): Sql =>
  Prisma.sql`SELECT DISTINCT k.contact_id AS id FROM contact_chapter k WHERE k.tenant_id = ${tenantId}::integer
    AND k.chapter_id = ANY (${[...chapterIds]}::integer[]) AND k.contact_id = ANY (${[...ids]}::integer[])`
