import type { Scope } from '#kernel/tenancy/scope'
import { actorName } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { LockedBalance, Lot } from './account.model.ts'

/** A benefit of a contact. */
export interface Subject {
  contactId: number
  itemId: number
}

const subjectsSql = (subjects: readonly Subject[]): Sql => Prisma.sql`json_to_recordset(
  ${JSON.stringify(subjects)}::json) AS s("contactId" int, "itemId" int)`

/** Creates the balances that do not exist yet, in the order of all locks. */
export const createBalancesSql = (tenantId: number, subjects: readonly Subject[]): Sql => Prisma.sql`
  INSERT INTO benefit_balance (tenant_id, contact_id, item_id)
  SELECT DISTINCT ${tenantId}::int, s."contactId", s."itemId" FROM ${subjectsSql(subjects)}
  WHERE NOT EXISTS (SELECT FROM benefit_balance b WHERE b.tenant_id = ${tenantId}::int
    AND b.contact_id = s."contactId" AND b.item_id = s."itemId")
  ORDER BY 2, 3 ON CONFLICT (tenant_id, contact_id, item_id) DO NOTHING`

/** Locks balances in one order: rows of LockedBalance without lots. */
export const lockBalancesSql = (tenantId: number, subjects: readonly Subject[]): Sql => Prisma.sql`
  SELECT b.id, b.contact_id AS "contactId", b.item_id AS "itemId", b.audit_id AS "auditId", b.remaining
  FROM benefit_balance b WHERE b.tenant_id = ${tenantId}::int
    AND (b.contact_id, b.item_id) IN (SELECT s."contactId", s."itemId" FROM ${subjectsSql(subjects)})
  ORDER BY b.contact_id, b.item_id FOR NO KEY UPDATE`

/** A row of lotsSql. */
export interface LotRow extends Lot, Subject {}

/** Selects the lots of contacts that are not closed, and the closed ones of some grants. */
export const lotsSql = (tenantId: number, subjects: readonly Subject[], grantIds: readonly string[]): Sql => Prisma.sql`
  SELECT l.id::text AS id, l.grant_id::text AS "grantId", g.contact_id AS "contactId", l.item_id AS "itemId",
    g.membership_id AS "membershipId", g.starts_on::text AS "startsOn", g.ends_on::text AS "endsOn",
    g.is_paused AS "isPaused", l.is_closed OR g.state = 'closed' AS "isClosed", l.granted, l.adjusted, l.used
  FROM benefit_grant g JOIN benefit_lot l ON l.tenant_id = g.tenant_id AND l.grant_id = g.id
  WHERE g.tenant_id = ${tenantId}::int AND g.contact_id = ANY (${[...new Set(subjects.map((s) => s.contactId))]}::int[])
    AND l.item_id = ANY (${[...new Set(subjects.map((s) => s.itemId))]}::int[])
    AND (g.state = 'open' AND NOT l.is_closed OR g.id = ANY (${[...grantIds]}::bigint[]))`

/** Adds lots without pieces to grants. Returns `{ id }` in the order of the grants and benefits. */
export const addLotsSql = (tenantId: number, lots: readonly { grantId: string; itemId: number }[]): Sql => Prisma.sql`
  INSERT INTO benefit_lot (tenant_id, grant_id, item_id)
  SELECT ${tenantId}::int, x."grantId", x."itemId"
  FROM json_to_recordset(${JSON.stringify(lots)}::json) AS x("grantId" bigint, "itemId" int)
  RETURNING id::text AS id, grant_id::text AS "grantId", item_id AS "itemId"`

/** Stores what changed of lots. */
export const saveLotsSql = (tenantId: number, lots: readonly Lot[]): Sql => Prisma.sql`
  UPDATE benefit_lot l SET granted = x.granted, adjusted = x.adjusted, used = x.used, is_closed = x."isClosed"
  FROM json_to_recordset(${JSON.stringify(lots)}::json)
    AS x(id bigint, granted int, adjusted int, used int, "isClosed" boolean)
  WHERE l.tenant_id = ${tenantId}::int AND l.id = x.id`

/** A transaction with its contact and benefit, as in the table. */
export interface EntryRow extends Subject {
  typeId: number
  quantity: number
  effectiveOn: string
  description: string | null
  membershipId: number | null
  lotId: string | null
  sourceKind: string | null
  sourceId: number | null
  reversedId: string | null
  key: string | null
}

/** Adds transactions in their order, and returns their ids: `{ id }`, ascending. */
export const addEntriesSql = (
  scope: Pick<Scope, 'db' | 'clock' | 'actor'>,
  rows: readonly EntryRow[],
  actor: string = actorName(scope.actor),
): Sql => Prisma.sql`
  WITH added AS (
    INSERT INTO benefit_transaction (tenant_id, contact_id, item_id, type_id, quantity, effective_on, description,
      membership_id, lot_id, source_kind, source_id, reversed_id, key, actor, created_at)
    SELECT ${scope.db.tenantId}::int, x."contactId", x."itemId", x."typeId", x.quantity, x."effectiveOn", x.description,
      x."membershipId", x."lotId", x."sourceKind", x."sourceId", x."reversedId", x.key, ${actor}::text,
      ${scope.clock.now()}::timestamptz
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json) AS ("contactId" int, "itemId" int,
      "typeId" smallint, quantity int, "effectiveOn" date, description text, "membershipId" int, "lotId" bigint,
      "sourceKind" text, "sourceId" int, "reversedId" bigint, key text)) WITH ORDINALITY AS x("contactId", "itemId",
      "typeId", quantity, "effectiveOn", description, "membershipId", "lotId", "sourceKind", "sourceId", "reversedId",
      key, position)
    ORDER BY x.position RETURNING id
  ) SELECT id::text AS id FROM added ORDER BY added.id`

/** A balance without a lock. */
export interface Remaining extends Subject {
  remaining: number
  /** Without the pieces of suspended memberships. */
  usable: number
}

/** Selects the balances of contacts without a lock: Remaining. */
export const remainingSql = (tenantId: number, subjects: readonly Subject[]): Sql => Prisma.sql`
  SELECT b.contact_id AS "contactId", b.item_id AS "itemId", b.remaining,
    (b.remaining - coalesce((SELECT sum(l.granted + l.adjusted - l.used) FROM benefit_grant g
      JOIN benefit_lot l ON l.tenant_id = g.tenant_id AND l.grant_id = g.id
      WHERE g.tenant_id = b.tenant_id AND g.contact_id = b.contact_id AND l.item_id = b.item_id
        AND g.state = 'open' AND g.is_paused AND NOT l.is_closed), 0))::int AS usable
  FROM benefit_balance b
  WHERE b.tenant_id = ${tenantId}::int AND b.audit_id > 0
    AND (b.contact_id, b.item_id) IN (SELECT s."contactId", s."itemId" FROM ${subjectsSql(subjects)})`

export type BalanceRow = Omit<LockedBalance, 'lots'>
