import { printedNumberSql } from '#areas/finance/books/documents/documents.listing'
import { listJson } from '#kernel/database/json-sql'
import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const ATTEMPTS = listJson(Prisma.sql`
  SELECT c.attempt AS "AttemptNumber", c.requested_on AS "AttemptDate", c.amount AS "Amount", c.status AS "Status",
    c.charge_id AS "EPaymentTransactionId", c.problem AS "Problem"
  FROM part_collection c WHERE c.tenant_id = p.tenant_id AND c.part_id = p.id ORDER BY c.attempt`)

/** Returns the day on which the first open part is collected, or another one; null if it is not. */
const nextAttempt = (today: Day): Sql => Prisma.sql`CASE
  WHEN p.open_amount = 0 OR w.token IS NULL OR NOT g.is_active OR m.cancelled_on IS NOT NULL OR m.dropped_on IS NOT NULL THEN NULL
  WHEN l.status IN ('requested', 'pending', 'succeeded') THEN NULL
  WHEN l.status = 'failed' AND l.charge_id IS NOT NULL AND (l.gateway_id, l.token) = (w.gateway_id, w.token) THEN (
    SELECT greatest(d.day, ${today}::date + 1) FROM (SELECT coalesce(l.next_on, (SELECT min(n.due_on) FROM invoice_part n
      WHERE n.tenant_id = p.tenant_id AND n.invoice_id = p.invoice_id AND n.due_on > l.requested_on)) AS day) d
    WHERE d.day IS NOT NULL)
  ELSE greatest(p.due_on, ${today}::date + 1) END`

/** Selects the schedule of a membership (PaymentSchedule) as JSON text. No row if the membership does not exist. */
export const scheduleSql = (tenantId: number, membershipId: number, today: Day): Sql => Prisma.sql`
  SELECT row_to_json(s)::text AS text FROM (
    SELECT m.id AS "MembershipId", w.token IS NOT NULL AS "HasPaymentMethod", w.gateway_id AS "PaymentGatewayId",
      g.name AS "GatewayName",
      ${listJson(Prisma.sql`
        SELECT i.id AS "InvoiceId", ${printedNumberSql('invoice', Prisma.sql`i.number`)} AS "DisplayNumber",
          q.id AS "PaymentPlanId", q.name AS "PaymentPlan", p.position AS "PaymentNumber", p.due_on AS "DueDate",
          p.amount AS "Amount", p.open_amount AS "OpenAmount",
          CASE WHEN p.open_amount = 0 THEN 'Paid' WHEN p.due_on > ${today}::date THEN 'Upcoming'
            WHEN p.due_on = ${today}::date THEN 'Due' ELSE 'Overdue' END AS "Status",
          ${nextAttempt(today)} AS "NextAttemptDate", ${ATTEMPTS} AS "Attempts"
        FROM membership_term x
        JOIN invoice i ON i.tenant_id = x.tenant_id AND i.id = x.invoice_id AND i.voided_at IS NULL
        JOIN invoice_part p ON p.tenant_id = i.tenant_id AND p.invoice_id = i.id
        LEFT JOIN payment_plan q ON q.tenant_id = x.tenant_id AND q.id = x.payment_plan_id
        LEFT JOIN LATERAL (SELECT c.* FROM part_collection c WHERE c.tenant_id = p.tenant_id AND c.part_id = p.id
          ORDER BY c.attempt DESC LIMIT 1) l ON true
        WHERE x.tenant_id = m.tenant_id AND x.membership_id = m.id AND x.voided_at IS NULL
        ORDER BY p.due_on, p.id`)} AS "Parts"
    FROM membership m
    LEFT JOIN membership_payment_method w ON w.tenant_id = m.tenant_id AND w.membership_id = m.id
    LEFT JOIN payment_gateway g ON g.tenant_id = w.tenant_id AND g.id = w.gateway_id
    WHERE m.tenant_id = ${tenantId}::int AND m.id = ${membershipId}::int
      AND EXISTS (SELECT FROM contact k WHERE k.tenant_id = m.tenant_id AND k.id = m.contact_id AND k.deleted_at IS NULL)) s`
