import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The address for mails to the contact `c`; for an organization without one, that of its primary contact. Null for none. */
export const mailAddressSql: Sql = Prisma.sql`nullif(coalesce(nullif(c.email_address, ''), (SELECT p.email_address FROM contact p
  WHERE p.tenant_id = c.tenant_id AND p.id = c.primary_contact_id AND p.deleted_at IS NULL)), '')`

/** Tests whether people can be invited to the event `e`: the same rule as isInvitable. */
export const isOpenSql = (now: Date): Sql =>
  Prisma.sql`(e.status = 'Published' AND coalesce(e.registration_closes, e.starts_at) > ${now}::timestamptz)`

/** Tests whether the contact has a registration with a status that counts, or on the waiting list. */
export const isRegisteredSql = (tenantId: number, eventId: number, contactId: Sql): Sql => Prisma.sql`EXISTS (
  SELECT FROM event_registration r WHERE r.tenant_id = ${tenantId}::int AND r.event_id = ${eventId}::int
    AND r.contact_id = ${contactId} AND r.status_id IN (1, 2, 3, 4, 5, 6, 7, 11))`

/** Who is asked about: contacts, for an event. */
export interface Candidates {
  tenantId: number
  eventId: number
  contactIds: readonly number[]
}

/** A selected contact, and how a mail addresses it. */
export interface Candidate {
  contactId: number
  /** Null if the contact does not exist. */
  name: string | null
  firstName: string | null
  emailAddress: string | null
  outcome: 'invited' | 'alreadyInvited' | 'alreadyRegistered' | 'withoutAddress' | 'unknown'
}

/** Selects what an invitation does to each of some contacts, in their order: Candidate. */
export const candidatesSql = ({ tenantId, eventId, contactIds }: Candidates): Sql => Prisma.sql`
  SELECT x.id AS "contactId", c.display_name AS name, c.first_name AS "firstName", ${mailAddressSql} AS "emailAddress",
    CASE WHEN c.id IS NULL THEN 'unknown' WHEN i.id IS NOT NULL THEN 'alreadyInvited'
      WHEN ${isRegisteredSql(tenantId, eventId, Prisma.sql`c.id`)} THEN 'alreadyRegistered'
      WHEN ${mailAddressSql} IS NULL THEN 'withoutAddress' ELSE 'invited' END AS outcome
  FROM unnest(${[...contactIds]}::int[]) WITH ORDINALITY AS x(id, position)
  LEFT JOIN contact c ON c.tenant_id = ${tenantId}::int AND c.id = x.id AND c.deleted_at IS NULL
  LEFT JOIN event_invitation i ON i.tenant_id = ${tenantId}::int AND i.event_id = ${eventId}::int AND i.contact_id = c.id
  ORDER BY x.position`

export interface NewInvitations {
  tenantId: number
  eventId: number
  typeId: number | null
  sentAt: Date
  rows: readonly { contactId: number; codeHash: string }[]
}

/** Adds invitations: `id, contactId`. Leaves out contacts that another transaction has invited. */
export const addInvitationsSql = ({ tenantId, eventId, typeId, sentAt, rows }: NewInvitations): Sql => Prisma.sql`
  INSERT INTO event_invitation (tenant_id, event_id, type_id, contact_id, code_hash, sent_at)
  SELECT ${tenantId}::int, ${eventId}::int, ${typeId}::int, x."contactId", x."codeHash", ${sentAt}::timestamptz
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x("contactId" int, "codeHash" text)
  ON CONFLICT (tenant_id, event_id, contact_id) DO NOTHING RETURNING id, contact_id AS "contactId"`

/** Tests whether a contact is registered for an event: one row, `isRegistered`. */
export const registeredSql = (tenantId: number, eventId: number, contactId: number): Sql =>
  Prisma.sql`SELECT ${isRegisteredSql(tenantId, eventId, Prisma.sql`${contactId}::int`)} AS "isRegistered"`
