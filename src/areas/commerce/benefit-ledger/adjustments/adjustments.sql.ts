import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** What contacts have or had of benefits, with the sums of the ledger. */
export interface AccountSums {
  contactId: number
  itemId: number
  name: string
  granted: number
  used: number
  remaining: number
}

/** Selects the benefits of contacts with their sums, by name: AccountSums. */
export const accountSumsSql = (tenantId: number, contactIds: readonly number[]): Sql => Prisma.sql`
  SELECT b.contact_id AS "contactId", b.item_id AS "itemId", i.name, b.remaining,
    coalesce(s.granted, 0)::int AS granted, coalesce(s.used, 0)::int AS used
  FROM benefit_balance b JOIN benefit_item i ON i.tenant_id = b.tenant_id AND i.id = b.item_id
  CROSS JOIN LATERAL (
    SELECT sum(t.quantity) FILTER (WHERE coalesce(o.type_id, t.type_id) = 1) AS granted,
      -sum(t.quantity) FILTER (WHERE coalesce(o.type_id, t.type_id) = 2) AS used
    FROM benefit_transaction t
    LEFT JOIN benefit_transaction o ON o.tenant_id = t.tenant_id AND o.id = t.reversed_id
    WHERE t.tenant_id = b.tenant_id AND t.contact_id = b.contact_id AND t.item_id = b.item_id) s
  WHERE b.tenant_id = ${tenantId}::int AND b.contact_id = ANY (${[...contactIds]}::int[]) AND b.audit_id > 0
  ORDER BY lower(i.name), b.item_id, b.contact_id`

/**
 * Selects the current grants of memberships, the latest first: `{ membershipId, grantId, contactId, startsOn, endsOn, isPaused
 * }`.
 */
export const currentGrantsSql = (tenantId: number, membershipIds: readonly number[]): Sql => Prisma.sql`
  SELECT g.membership_id AS "membershipId", g.id::text AS "grantId", g.contact_id AS "contactId",
    g.starts_on::text AS "startsOn", g.ends_on::text AS "endsOn", g.is_paused AS "isPaused"
  FROM benefit_grant g WHERE g.tenant_id = ${tenantId}::int AND g.membership_id = ANY (${[...membershipIds]}::int[])
    AND g.state = 'open' ORDER BY g.starts_on DESC, g.id DESC FOR NO KEY UPDATE`

/** Adds the endless grants of adjustments to balances that have none, and returns them: `{ grantId, balanceId }`. */
export const adjustmentGrantsSql = (
  tenantId: number,
  today: string,
  balances: readonly { id: number; contactId: number }[],
): Sql => Prisma.sql`
  INSERT INTO benefit_grant AS g (tenant_id, contact_id, source_kind, source_id, starts_on, state)
  SELECT ${tenantId}::int, x."contactId", 'adjustment', x.id, ${today}::date, 'open'
  FROM json_to_recordset(${JSON.stringify(balances)}::json) AS x(id int, "contactId" int) ORDER BY x.id
  ON CONFLICT (tenant_id, source_kind, source_id) DO UPDATE SET state = 'open'
  RETURNING g.id::text AS "grantId", g.source_id AS "balanceId", g.starts_on::text AS "startsOn"`
