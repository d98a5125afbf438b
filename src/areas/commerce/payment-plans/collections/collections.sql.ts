import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Returns the parts `p` that meet a condition, each with its invoice `i`, its term `x` and its membership `m`, which has not
 * ended and whose holder `h` is not deleted. OFFSET 0 makes the planner look up each record by its id, also for a tenant that
 * the statistics do not know yet: else it may compare all contacts of such a tenant with all invoices.
 */
const partsSql = (condition: Sql): Sql => Prisma.sql`
  (SELECT * FROM invoice_part p WHERE ${condition} OFFSET 0) p
  JOIN LATERAL (SELECT * FROM invoice i WHERE i.tenant_id = p.tenant_id AND i.id = p.invoice_id AND i.status = 'Open'
    OFFSET 0) i ON true
  JOIN LATERAL (SELECT * FROM membership_term x WHERE x.tenant_id = i.tenant_id AND x.invoice_id = i.id
    AND x.payment_plan_id IS NOT NULL AND x.voided_at IS NULL OFFSET 0) x ON true
  JOIN LATERAL (SELECT * FROM membership m WHERE m.tenant_id = x.tenant_id AND m.id = x.membership_id
    AND m.cancelled_on IS NULL AND m.dropped_on IS NULL OFFSET 0) m ON true
  JOIN LATERAL (SELECT * FROM contact k WHERE k.tenant_id = i.tenant_id AND k.id = i.contact_id AND k.deleted_at IS NULL
    OFFSET 0) k ON true
  JOIN LATERAL (SELECT * FROM contact h WHERE h.tenant_id = m.tenant_id AND h.id = m.contact_id AND h.deleted_at IS NULL
    OFFSET 0) h ON true`

/** Returns the condition that limits parts to those of one membership. */
const ofMembershipSql = (membershipId: number | null): Sql =>
  membershipId === null
    ? Prisma.empty
    : Prisma.sql`AND p.invoice_id IN (SELECT y.invoice_id FROM membership_term y WHERE y.tenant_id = p.tenant_id
        AND y.membership_id = ${membershipId}::int)`

export interface DueParts {
  tenantId: number
  today: Day
  /** Only those of one membership; null: of all. */
  membershipId: number | null
}

/**
 * Starts an attempt for each part that is due and can be collected: `id`. Only the first open part of an invoice is
 * collected, because payments pay the parts in their order. A part has one attempt without a result at most. After a failure
 * without a charge, the next attempt waits until the gateway is active.
 */
export const startCollectionsSql = ({ tenantId, today, membershipId }: DueParts): Sql => Prisma.sql`
  INSERT INTO part_collection (tenant_id, part_id, attempt, amount, gateway_id, token, status, requested_on)
  SELECT p.tenant_id, p.id, coalesce(l.attempt, 0) + 1, p.open_amount, w.gateway_id, w.token, 'requested', ${today}::date
  FROM ${partsSql(Prisma.sql`p.tenant_id = ${tenantId}::int AND p.open_amount > 0 AND p.due_on <= ${today}::date
    ${ofMembershipSql(membershipId)}`)}
  JOIN membership_payment_method w ON w.tenant_id = p.tenant_id AND w.membership_id = m.id
  JOIN payment_gateway g ON g.tenant_id = w.tenant_id AND g.id = w.gateway_id
  LEFT JOIN LATERAL (SELECT c.* FROM part_collection c WHERE c.tenant_id = p.tenant_id AND c.part_id = p.id
    ORDER BY c.attempt DESC LIMIT 1) l ON true
  WHERE p.due_on = i.due_on AND (${membershipId}::int IS NULL OR m.id = ${membershipId}::int)
    AND (l.id IS NULL OR (l.status = 'skipped' AND l.requested_on < ${today}::date)
      OR (l.status = 'failed' AND l.charge_id IS NULL AND l.requested_on < ${today}::date AND g.is_active)
      OR (l.status = 'failed' AND (l.next_on <= ${today}::date OR (l.gateway_id, l.token) <> (w.gateway_id, w.token)
        OR (l.next_on IS NULL AND EXISTS (SELECT FROM invoice_part n WHERE n.tenant_id = p.tenant_id
          AND n.invoice_id = p.invoice_id AND n.due_on > l.requested_on AND n.due_on <= ${today}::date)))))
  ORDER BY p.id ON CONFLICT DO NOTHING RETURNING id`

/** Ids of the attempts without a result. */
export const runningCollectionsSql = (tenantId: number, membershipId: number | null): Sql => Prisma.sql`
  SELECT c.id FROM part_collection c
  WHERE c.tenant_id = ${tenantId}::int AND c.status IN ('requested', 'pending') AND (${membershipId}::int IS NULL
    OR EXISTS (SELECT FROM invoice_part p JOIN membership_term x ON x.tenant_id = p.tenant_id AND x.invoice_id = p.invoice_id
      WHERE p.tenant_id = c.tenant_id AND p.id = c.part_id AND x.membership_id = ${membershipId}::int))
  ORDER BY c.id`

/** An attempt with what it collects. */
export interface Collection {
  id: number
  partId: number
  partNumber: number
  attempt: number
  cents: number
  dueOn: Day
  gatewayId: number
  token: string
  status: string
  invoiceId: number
  /** The contact that is billed. */
  contactId: number
  membershipId: number
  membershipType: string
  isHolderDeleted: boolean
  /** Whether the amount is still open, of a membership that has not ended and whose holder is not deleted. */
  isDue: boolean
  /** Refused charges with the same token, without that of this attempt. */
  failures: number
}

/** Selects one attempt: Collection. */
export const collectionSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT c.id, c.part_id AS "partId", p.position AS "partNumber", c.attempt, (c.amount * 100)::float8 AS cents,
    p.due_on::text AS "dueOn", c.gateway_id AS "gatewayId", c.token, c.status, p.invoice_id AS "invoiceId",
    i.contact_id AS "contactId", x.membership_id AS "membershipId", t.name AS "membershipType",
    h.deleted_at IS NOT NULL AS "isHolderDeleted",
    p.open_amount >= c.amount AND i.status = 'Open' AND x.voided_at IS NULL AND m.cancelled_on IS NULL
      AND m.dropped_on IS NULL AND h.deleted_at IS NULL AS "isDue",
    (SELECT count(*)::int FROM part_collection f WHERE f.tenant_id = c.tenant_id AND f.part_id = c.part_id
      AND f.status = 'failed' AND f.charge_id IS NOT NULL AND f.gateway_id = c.gateway_id AND f.token = c.token) AS failures
  FROM part_collection c
  JOIN invoice_part p ON p.tenant_id = c.tenant_id AND p.id = c.part_id
  JOIN invoice i ON i.tenant_id = p.tenant_id AND i.id = p.invoice_id
  JOIN LATERAL (SELECT y.* FROM membership_term y WHERE y.tenant_id = i.tenant_id AND y.invoice_id = i.id
    ORDER BY y.id LIMIT 1) x ON true
  JOIN membership m ON m.tenant_id = x.tenant_id AND m.id = x.membership_id
  JOIN membership_type t ON t.tenant_id = m.tenant_id AND t.id = m.type_id
  JOIN contact h ON h.tenant_id = m.tenant_id AND h.id = m.contact_id
  WHERE c.tenant_id = ${tenantId}::int AND c.id = ${id}::bigint`

/** A part that is due soon. */
export interface ComingPart {
  partId: number
  dueOn: Day
  amount: string
  membershipType: string
  isCollected: boolean
  contactId: number
  contactName: string
  firstName: string | null
  emailAddress: string
}

/** Selects the open parts that are due after today and until a day, of contacts with an address: ComingPart. */
export const comingPartsSql = (tenantId: number, today: Day, until: Day): Sql => Prisma.sql`
  SELECT * FROM (
    SELECT p.id AS "partId", p.due_on::text AS "dueOn", p.open_amount::text AS amount,
      (SELECT t.name FROM membership_type t WHERE t.tenant_id = m.tenant_id AND t.id = m.type_id) AS "membershipType",
      EXISTS (SELECT FROM membership_payment_method w
        JOIN payment_gateway g ON g.tenant_id = w.tenant_id AND g.id = w.gateway_id AND g.is_active
        WHERE w.tenant_id = m.tenant_id AND w.membership_id = m.id) AS "isCollected",
      k.id AS "contactId", k.display_name AS "contactName", k.first_name AS "firstName",
      nullif(coalesce(k.email_address, (SELECT c.email_address FROM contact c WHERE c.tenant_id = k.tenant_id
        AND c.id = k.primary_contact_id AND c.deleted_at IS NULL)), '') AS "emailAddress"
    FROM ${partsSql(Prisma.sql`p.tenant_id = ${tenantId}::int AND p.open_amount > 0 AND p.due_on > ${today}::date
      AND p.due_on <= ${until}::date`)}) s
  WHERE s."emailAddress" IS NOT NULL ORDER BY s."partId"`
