import { membershipFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { instantJson, listJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { membershipColumns, membershipJoins } from './memberships.listing.ts'

/** One membership of a contact that is not deleted, with terms, level changes and invoices (Membership in the contract): a VersionedRow. */
export const membershipSql = (scope: Scope, id: number): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text, m.audit_id AS "auditId"
  FROM membership m ${membershipJoins}
  LEFT JOIN membership_level nl ON nl.tenant_id = m.tenant_id AND nl.id = m.next_level_id
  CROSS JOIN LATERAL (SELECT ${membershipColumns(scope)}, m.next_level_id AS "NextLevelId", nl.name AS "NextLevel",
    t.needs_approval AND m.approved_at IS NULL AND m.cancelled_on IS NULL AS "IsAwaitingApproval",
    ${instantJson(Prisma.sql`m.approved_at`)} AS "ApprovedDate", m.suspended_on AS "SuspendedDate",
    m.cancelled_on AS "CancelledDate", m.dropped_on AS "DroppedDate", m.end_reason AS "Reason",
    ${membershipFieldsSql} AS "CustomFields", ${TERMS} AS "Terms", ${LEVEL_CHANGES} AS "LevelChanges", ${INVOICES} AS "Invoices") x
  WHERE m.tenant_id = ${scope.db.tenantId}::integer AND m.id = ${id}::integer AND c.deleted_at IS NULL`

const TERMS = listJson(Prisma.sql`
  SELECT e.id AS "TermId", e.kind AS "Kind", e.level_id AS "LevelId", y.name AS "Level", e.starts_on AS "StartDate",
    e.ends_on AS "EndDate", e.ended_on AS "EndedDate", e.months AS "Months", e.amount AS "Amount",
    e.invoice_id AS "InvoiceId", ${instantJson(Prisma.sql`e.activated_at`)} AS "ActivatedDate",
    e.voided_at IS NOT NULL AS "IsVoided"
  FROM membership_term e LEFT JOIN membership_level y ON y.tenant_id = e.tenant_id AND y.id = e.level_id
  WHERE e.tenant_id = m.tenant_id AND e.membership_id = m.id ORDER BY e.starts_on, e.id`)

const LEVEL_CHANGES = listJson(Prisma.sql`
  SELECT g.id AS "LevelChangeId", g.term_id AS "TermId", g.level_id AS "LevelId", y.name AS "Level",
    g.amount AS "Amount", g.invoice_id AS "InvoiceId", ${instantJson(Prisma.sql`g.activated_at`)} AS "ActivatedDate",
    g.voided_at IS NOT NULL AS "IsVoided"
  FROM membership_level_change g JOIN membership_level y ON y.tenant_id = g.tenant_id AND y.id = g.level_id
  WHERE g.tenant_id = m.tenant_id AND g.membership_id = m.id ORDER BY g.id`)

const INVOICES = listJson(Prisma.sql`
  SELECT i.id AS "InvoiceId", i.number AS "Number", i.issued_on AS "IssuedDate", i.due_on AS "DueDate",
    i.total AS "Total", i.balance AS "Balance", i.voided_at IS NOT NULL AS "IsVoided"
  FROM invoice i WHERE i.tenant_id = m.tenant_id AND i.id IN (
    SELECT e.invoice_id FROM membership_term e WHERE e.tenant_id = m.tenant_id AND e.membership_id = m.id
    UNION SELECT g.invoice_id FROM membership_level_change g
      WHERE g.tenant_id = m.tenant_id AND g.membership_id = m.id) ORDER BY i.number`)
