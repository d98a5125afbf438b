import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A span of time of an account; `to` is not included. */
export interface AccountSpan {
  tenantId: number
  accountId: number
  from: Date
  to: Date
}

/** What the movements of a type add up to. Amounts are numeric texts. */
export interface TypeTotal {
  type: string
  count: number
  amount: string
  fee: string
}

const within = ({ tenantId, accountId, from, to }: AccountSpan): Sql => Prisma.sql`
  g.tenant_id = ${tenantId}::int AND g.account_id = ${accountId}::int
  AND g.occurred_at >= ${from}::timestamptz AND g.occurred_at < ${to}::timestamptz`

/** Adds up the movements of a span by type. One that failed never reached the balance. */
export const typeTotalsSql = (span: AccountSpan): Sql => Prisma.sql`
  SELECT g.type, count(*)::int AS count, sum(g.amount)::text AS amount, sum(g.fee)::text AS fee
  FROM gateway_transaction g WHERE ${within(span)} AND g.status <> 'Failed' GROUP BY g.type`

/** A movement with the contact that paid. Amounts are numeric texts. */
export interface TransactionRow {
  uid: string
  occurredAt: Date
  type: string
  description: string | null
  contactId: number | null
  contactName: string | null
  /** The number of the charge's payment in the books. */
  paymentNumber: number | null
  /** The number of the refund in the books that moved the money. */
  refundNumber: number | null
  amount: string
  fee: string
  currencyCode: string
  payoutUid: string | null
  status: string
}

/** A movement from before it named its refund belongs to the one of the charge with its amount, if there is only one. */
const REFUND_OF_MOVEMENT = Prisma.sql`SELECT min(pr.refund_id) AS refund_id FROM processor_refund pr
  WHERE pr.tenant_id = g.tenant_id AND pr.charge_id = g.charge_id AND g.type IN ('Refund', 'RefundReversal')
    AND (pr.uid = g.refund_uid OR g.refund_uid IS NULL AND pr.amount = abs(g.amount)) HAVING count(*) = 1`

const COLUMNS = Prisma.sql`g.uid, g.occurred_at AS "occurredAt", g.type, coalesce(c.description, g.description) AS description,
  p.id AS "contactId", p.display_name AS "contactName", b.number AS "paymentNumber", f.number AS "refundNumber", g.amount::text AS amount, g.fee::text AS fee,
  g.currency_code AS "currencyCode", g.payout_uid AS "payoutUid", g.status
  FROM gateway_transaction g
  LEFT JOIN processor_charge c ON c.tenant_id = g.tenant_id AND c.id = g.charge_id
  LEFT JOIN payment b ON b.tenant_id = c.tenant_id AND b.charge_id = c.id
  LEFT JOIN LATERAL (${REFUND_OF_MOVEMENT}) r ON true
  LEFT JOIN refund f ON f.tenant_id = g.tenant_id AND f.id = r.refund_id
  LEFT JOIN contact p ON p.tenant_id = c.tenant_id AND p.id = c.contact_id AND p.deleted_at IS NULL`

/** Lists the movements of a span, the oldest first. */
export const transactionsSql = (span: AccountSpan): Sql =>
  Prisma.sql`SELECT ${COLUMNS} WHERE ${within(span)} ORDER BY g.occurred_at, g.id`

/** Lists the movements that a transfer is made of, the oldest first. */
export const contentsSql = (tenantId: number, payoutUid: string): Sql => Prisma.sql`SELECT ${COLUMNS}
  WHERE g.tenant_id = ${tenantId}::int AND g.payout_uid = ${payoutUid}::text ORDER BY g.occurred_at, g.id`

/** A transfer with the number of movements that it is made of. The amount is a numeric text. */
export interface TransferRow {
  uid: string
  startedAt: Date
  arrivalOn: Date | null
  amount: string
  currencyCode: string
  status: string
  reversedUid: string | null
  bankAccount: string | null
  count: number
}

const TRANSFER_COLUMNS = Prisma.sql`t.uid, t.started_at AS "startedAt", t.arrival_on AS "arrivalOn", t.amount::text AS amount,
  t.currency_code AS "currencyCode", t.status, t.reversed_uid AS "reversedUid", t.bank_account AS "bankAccount",
  (SELECT count(*)::int FROM gateway_transaction g WHERE g.tenant_id = t.tenant_id AND g.payout_uid = coalesce(t.reversed_uid, t.uid)) AS count
  FROM processor_payout t`

/** Lists the transfers that were started in a span, the oldest first. */
export const transfersSql = ({
  tenantId,
  accountId,
  from,
  to,
}: AccountSpan): Sql => Prisma.sql`SELECT ${TRANSFER_COLUMNS}
  WHERE t.tenant_id = ${tenantId}::int AND t.account_id = ${accountId}::int
    AND t.started_at >= ${from}::timestamptz AND t.started_at < ${to}::timestamptz ORDER BY t.started_at, t.id`

export const transferSql = (
  tenantId: number,
  accountId: number,
  uid: string,
): Sql => Prisma.sql`SELECT ${TRANSFER_COLUMNS}
  WHERE t.tenant_id = ${tenantId}::int AND t.account_id = ${accountId}::int AND t.uid = ${uid}::text`
