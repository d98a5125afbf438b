import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface ClaimedDelivery {
  tenantId: number
  id: number
  webhookId: number
  kind: string
  url: string
  body: string
  isTest: boolean
  failures: number
  /** Only the latest claim can settle a delivery. */
  claims: number
  isUnwell: boolean
  /** The sealed secrets of the webhook, the newest first. */
  secrets: string[]
}

/** Numbers of deliveries under way at once, by the health of their receivers. Neither lane can use the other's. */
export interface Lanes {
  well: number
  unwell: number
}

/** Deliveries under way at once to one receiver. */
const PER_WEBHOOK: Lanes = { well: 4, unwell: 1 }
const PER_TENANT = 16
/** The key of the advisory lock that workers take to claim deliveries, one at a time: so the limits above are valid for all. */
const CLAIM_LOCK = 4_800_271
/** A claim that is neither settled nor renewed for this long belongs to a worker that has died. */
const ABANDONED_MS = 10_000

/** Waits for the worker that is claiming deliveries now. */
export const lockClaimsSql: Sql = Prisma.sql`SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(${CLAIM_LOCK})) l`

/**
 * Claims due deliveries in turns: first the longest due one of each webhook, by tenants, then the next. A receiver with
 * thousands of deliveries gets as many turns as one with two. Claims nothing while another worker claims. Looks up the webhooks
 * of the queue only: this statement runs several times a second.
 *
 * @param free numbers of deliveries that this worker can start.
 */
export const claimDeliveriesSql = (free: Lanes, now: Date): Sql => {
  const at = Prisma.sql`${now}::timestamptz`
  const limit = (lanes: Lanes, isUnwell: Prisma.Sql) =>
    Prisma.sql`CASE WHEN ${isUnwell} THEN ${lanes.unwell}::int ELSE ${lanes.well}::int END`
  return Prisma.sql`WITH RECURSIVE lock AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(${CLAIM_LOCK}) AS acquired
    ), queue AS (
      (SELECT tenant_id, webhook_id FROM webhook_delivery WHERE status IN ('waiting', 'sending')
        AND (SELECT acquired FROM lock) ORDER BY tenant_id, webhook_id LIMIT 1)
      UNION ALL
      SELECT n.* FROM queue q CROSS JOIN LATERAL (
        SELECT d.tenant_id, d.webhook_id FROM webhook_delivery d WHERE d.status IN ('waiting', 'sending')
          AND (d.tenant_id, d.webhook_id) > (q.tenant_id, q.webhook_id)
        ORDER BY d.tenant_id, d.webhook_id LIMIT 1) n
    ), under_way AS MATERIALIZED (
      SELECT s.tenant_id, s.webhook_id, w.is_unwell, count(*) AS n
      FROM webhook_delivery s JOIN webhook w ON w.tenant_id = s.tenant_id AND w.id = s.webhook_id
      WHERE s.status = 'sending' AND s.due_at > ${at} GROUP BY 1, 2, 3
    ), of_tenant AS MATERIALIZED (
      SELECT tenant_id, is_unwell, sum(n) AS n FROM under_way GROUP BY 1, 2
    ), due AS (
      SELECT d.*, w.url, w.is_unwell,
        row_number() OVER (PARTITION BY d.tenant_id, d.webhook_id ORDER BY d.due_at, d.id) AS turn
      FROM queue q
      CROSS JOIN LATERAL (SELECT w.url, w.is_unwell, w.is_paused FROM webhook w
        WHERE w.tenant_id = q.tenant_id AND w.id = q.webhook_id AND w.deleted_at IS NULL OFFSET 0) w
      LEFT JOIN under_way u ON u.tenant_id = q.tenant_id AND u.webhook_id = q.webhook_id
      CROSS JOIN LATERAL (SELECT d.tenant_id, d.id, d.webhook_id, d.claims, d.due_at FROM webhook_delivery d
        WHERE d.status IN ('waiting', 'sending') AND d.tenant_id = q.tenant_id AND d.webhook_id = q.webhook_id
          AND d.due_at <= ${at} AND (d.is_test OR NOT w.is_paused)
        ORDER BY d.due_at, d.id LIMIT greatest(0, ${limit(PER_WEBHOOK, Prisma.sql`w.is_unwell`)} - coalesce(u.n, 0))) d
    ), in_tenant AS (
      SELECT due.*, row_number() OVER (PARTITION BY due.tenant_id, is_unwell ORDER BY turn, due_at, due.id) AS tenant_turn
      FROM due
    ), in_lane AS (
      SELECT t.*, row_number() OVER (PARTITION BY t.is_unwell ORDER BY tenant_turn, due_at, t.id) AS position
      FROM in_tenant t
      LEFT JOIN of_tenant u ON u.tenant_id = t.tenant_id AND u.is_unwell = t.is_unwell
      WHERE t.tenant_turn <= ${PER_TENANT} - coalesce(u.n, 0)
    )
    UPDATE webhook_delivery d SET status = 'sending', claims = d.claims + 1,
      due_at = ${at} + ${ABANDONED_MS}::int * interval '1 millisecond'
    FROM in_lane l
    WHERE d.tenant_id = l.tenant_id AND d.id = l.id AND d.claims = l.claims AND l.position <= ${limit(free, Prisma.sql`l.is_unwell`)}
    RETURNING d.tenant_id AS "tenantId", d.id, d.webhook_id AS "webhookId", d.kind, l.url, d.body, d.is_test AS "isTest",
      d.failures, d.claims, l.is_unwell AS "isUnwell",
      array(SELECT k.sealed FROM webhook_secret k WHERE k.tenant_id = d.tenant_id AND k.webhook_id = d.webhook_id
        AND (k.expires_at IS NULL OR k.expires_at > ${at}) ORDER BY k.id DESC) AS secrets`
}

/** Extends the claims of deliveries that are under way. */
export const renewClaimsSql = (claimed: readonly ClaimedDelivery[], now: Date): Sql => {
  const column = (name: 'tenantId' | 'id' | 'claims') => claimed.map((delivery) => delivery[name])
  return Prisma.sql`UPDATE webhook_delivery d
    SET due_at = ${now}::timestamptz + ${ABANDONED_MS}::int * interval '1 millisecond'
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('claims')}::int[]) AS u (tenant_id, id, claims)
    WHERE d.tenant_id = u.tenant_id AND d.id = u.id AND d.claims = u.claims AND d.status = 'sending'`
}
