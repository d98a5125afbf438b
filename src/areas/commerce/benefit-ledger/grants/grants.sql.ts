import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { GrantRequest, GrantState } from './grants.model.ts'

const STORED = Prisma.sql`g.id::text AS id, g.source_kind AS "sourceKind", g.source_id AS "sourceId",
  g.contact_id AS "contactId", g.membership_id AS "membershipId", g.package_id AS "packageId",
  g.variant_id AS "variantId", g.starts_on::text AS "from", g.ends_on::text AS through, g.is_paused AS "isPaused", g.state,
  EXISTS (SELECT FROM benefit_lot l WHERE l.tenant_id = g.tenant_id AND l.grant_id = g.id) AS "hasLots"`

/** Locks the grants of memberships' terms: StoredGrant. */
export const lockMembershipGrantsSql = (tenantId: number, membershipIds: readonly number[]): Sql => Prisma.sql`
  SELECT ${STORED} FROM benefit_grant g WHERE g.tenant_id = ${tenantId}::int
    AND g.membership_id = ANY (${[...membershipIds]}::int[]) AND g.source_kind = 'membership-term'
  ORDER BY g.id FOR NO KEY UPDATE`

/** Locks the grant of a source: StoredGrant. */
export const lockSourceGrantSql = (tenantId: number, { kind, id }: GrantRequest['source']): Sql => Prisma.sql`
  SELECT ${STORED} FROM benefit_grant g WHERE g.tenant_id = ${tenantId}::int
    AND g.source_kind = ${kind}::text AND g.source_id = ${id}::int FOR NO KEY UPDATE`

/** Selects the contacts of the grants that are due, in batches: `{ id, contactId }`. */
export const dueGrantsSql = (tenantId: number, today: Day, limit: number): Sql => Prisma.sql`
  SELECT g.id::text AS id, g.contact_id AS "contactId" FROM benefit_grant g
  WHERE g.tenant_id = ${tenantId}::int AND g.next_day <= ${today}::date ORDER BY g.next_day, g.id LIMIT ${limit}::int`

/** Locks those of the grants that are still due: StoredGrant. */
export const lockDueGrantsSql = (tenantId: number, today: Day, ids: readonly string[]): Sql => Prisma.sql`
  SELECT ${STORED} FROM benefit_grant g WHERE g.tenant_id = ${tenantId}::int AND g.id = ANY (${[...ids]}::bigint[])
    AND g.next_day <= ${today}::date ORDER BY g.id FOR NO KEY UPDATE`

/** Adds planned grants, and returns them: StoredGrant. */
export const addGrantsSql = (tenantId: number, requests: readonly GrantRequest[]): Sql => {
  const rows = requests.map(({ source, ...request }) => ({ ...request, kind: source.kind, source: source.id }))
  return Prisma.sql`
    INSERT INTO benefit_grant AS g (tenant_id, contact_id, source_kind, source_id, membership_id, package_id, variant_id,
      starts_on, ends_on, is_paused, state)
    SELECT ${tenantId}::int, x."contactId", x.kind, x.source, x."membershipId", x."packageId", x."variantId", x."from",
      x.through, x."isPaused", 'planned'
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x("contactId" int, kind text, source int,
      "membershipId" int, "packageId" int, "variantId" int, "from" date, through date, "isPaused" boolean)
    ORDER BY x.kind, x.source RETURNING ${STORED}`
}

export interface GrantRow {
  id: string
  packageId: number | null
  variantId: number | null
  from: Day
  through: Day | null
  isPaused: boolean
  state: GrantState
}

export const saveGrantsSql = (tenantId: number, rows: readonly GrantRow[]): Sql => Prisma.sql`
  UPDATE benefit_grant g SET package_id = x."packageId", variant_id = x."variantId", starts_on = x."from",
    ends_on = x.through, is_paused = x."isPaused", state = x.state
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(id bigint, "packageId" int, "variantId" int,
    "from" date, through date, "isPaused" boolean, state text)
  WHERE g.tenant_id = ${tenantId}::int AND g.id = x.id`

/** Removes planned grants, which have no lots yet. */
export const deleteGrantsSql = (tenantId: number, ids: readonly string[]): Sql => Prisma.sql`
  DELETE FROM benefit_grant WHERE tenant_id = ${tenantId}::int AND id = ANY (${[...ids]}::bigint[])`

export interface PackagePiece {
  packageId: number
  itemId: number
  quantity: number
}

/** Selects the benefits of packages: PackagePiece. */
export const packagePiecesSql = (tenantId: number, packageIds: readonly number[]): Sql => Prisma.sql`
  SELECT i.package_id AS "packageId", i.item_id AS "itemId", i.quantity FROM benefit_package_item i
  WHERE i.tenant_id = ${tenantId}::int AND i.package_id = ANY (${[...packageIds]}::int[])
  ORDER BY i.package_id, i.position, i.id`

/** Selects the benefits of grants: `{ grantId, contactId, itemId }`. */
export const grantItemsSql = (tenantId: number, grantIds: readonly string[]): Sql => Prisma.sql`
  SELECT l.grant_id::text AS "grantId", g.contact_id AS "contactId", l.item_id AS "itemId" FROM benefit_lot l
  JOIN benefit_grant g ON g.tenant_id = l.tenant_id AND g.id = l.grant_id
  WHERE l.tenant_id = ${tenantId}::int AND l.grant_id = ANY (${[...grantIds]}::bigint[])`

/** Selects the transactions of lots that a change of a grant takes back: the first that granted, and the last that expired. */
export const lotTransactionsSql = (tenantId: number, lotIds: readonly string[]): Sql => Prisma.sql`
  SELECT t.lot_id::text AS "lotId", min(t.id) FILTER (WHERE t.type_id = 1)::text AS "grantedId",
    max(t.id) FILTER (WHERE t.type_id = 5 AND NOT EXISTS (SELECT FROM benefit_transaction r
      WHERE r.tenant_id = t.tenant_id AND r.reversed_id = t.id))::text AS "expiredId"
  FROM benefit_transaction t WHERE t.tenant_id = ${tenantId}::int AND t.lot_id = ANY (${[...lotIds]}::bigint[])
  GROUP BY t.lot_id`
