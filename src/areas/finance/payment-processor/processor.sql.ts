import { fromCents } from '#kernel/money/cents'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { MovementState } from './payment-processor.port.ts'

/**
 * A number that grows with every statement: the time in microseconds. A state that was requested later than another has a
 * larger one.
 */
export const readTimeSql: Sql = Prisma.sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS "readAt"`

/** Where movements belong. */
export interface MovementOwner {
  tenantId: number
  accountId: number
  chargeId: number | null
  payoutUid: string | null
}

/** A movement that the books have not posted. Amounts are numeric texts. */
export interface UnpostedMovement {
  uid: string
  type: string
  amount: string
  fee: string
  occurredAt: Date
  currencyCode: string
}

/** Marks movements as posted, and returns those that were not. */
export const takeUnpostedSql = (tenantId: number, uids: readonly string[]): Sql => Prisma.sql`
  WITH taken AS (
    UPDATE gateway_transaction SET is_posted = true
    WHERE tenant_id = ${tenantId}::int AND uid = ANY (${[...uids]}::text[]) AND NOT is_posted AND status <> 'Failed'
    RETURNING id, uid, type, amount, fee, occurred_at, currency_code
  ) SELECT uid, type, amount::text AS amount, fee::text AS fee, occurred_at AS "occurredAt", currency_code AS "currencyCode"
  FROM taken ORDER BY id`

/** Stores movements. A known one gets its status, and its charge and transfer if they were not known. */
export const storeMovementsSql = (owner: MovementOwner, movements: readonly MovementState[]): Sql => {
  const rows = movements.map((movement) => ({
    uid: movement.uid,
    type: movement.type,
    at: movement.occurredAt.toISOString(),
    amount: fromCents(movement.cents),
    fee: fromCents(movement.feeCents),
    currency: movement.currencyCode,
    description: movement.description,
    status: movement.status,
    refund: movement.refund,
  }))
  return Prisma.sql`
    INSERT INTO gateway_transaction AS g (tenant_id, account_id, charge_id, payout_uid, uid, type, occurred_at, amount, fee,
      currency_code, description, status, refund_uid)
    SELECT ${owner.tenantId}::int, ${owner.accountId}::int, ${owner.chargeId}::bigint, ${owner.payoutUid}::text, m.uid, m.type,
      m.at, m.amount, m.fee, m.currency, m.description, m.status, m.refund
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS m (uid text, type text, at timestamptz, amount numeric,
      fee numeric, currency text, description text, status text, refund text)
    ORDER BY m.uid
    ON CONFLICT (tenant_id, uid) DO UPDATE SET status = excluded.status,
      charge_id = coalesce(g.charge_id, excluded.charge_id), payout_uid = coalesce(g.payout_uid, excluded.payout_uid),
      refund_uid = coalesce(g.refund_uid, excluded.refund_uid)
    WHERE g.status <> excluded.status OR g.charge_id IS NULL AND excluded.charge_id IS NOT NULL
      OR g.payout_uid IS NULL AND excluded.payout_uid IS NOT NULL
      OR g.refund_uid IS NULL AND excluded.refund_uid IS NOT NULL`
}
