import { membershipFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { instantJson, listJson } from '#kernel/database/json-sql'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { membershipActions } from './membership-actions.ts'

/** A membership in the documented form as JSON text, with its version. */
export interface MembershipText {
  text: string
  auditId: number
}

/**
 * A contact's memberships in the documented form (MembershipSummaryListItem), the latest start first: an expression
 * over the contact's row `c`, a JSON array.
 */
export const membershipsJson = (scope: Scope): Sql =>
  listJson(Prisma.sql`
  SELECT ${summaryColumns(scope)}
  FROM membership m ${membershipJoins}
  WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id
  ORDER BY m.start_date DESC NULLS LAST, m.id DESC`)

/** Type and level of the membership of row `m`. */
const membershipJoins: Sql = Prisma.sql`
  JOIN membership_type t ON t.tenant_id = m.tenant_id AND t.id = m.type_id
  LEFT JOIN membership_level l ON l.tenant_id = m.tenant_id AND l.id = m.level_id`

const summaryColumns = (scope: Scope): Sql => Prisma.sql`
  m.id AS "MembershipId", m.type_id AS "MembershipTypeId", t.name AS "MembershipType", l.name AS "Level",
  m.status AS "Status", m.start_date AS "StartDate", m.expiration_date AS "ExpirationDate",
  m.renewal_date AS "RenewalDate", m.amount AS "Amount", m.balance AS "Balance", m.auto_renew AS "AutoRenew",
  ${membershipActions(scope)} AS "Actions", ${isNewSql(scope)} AS "IsNew"`

/** An active member is new within three months of joining. */
const isNewSql = ({ tenant, clock }: Scope): Sql => Prisma.sql`(m.status = 'Active'
  AND ${dayIn(tenant.timeZone, clock.now())}::date < m.joined_on + interval '3 months')`

/** A row of the membership list; tables `m`, `t`, `l`, and the holder as `c`. */
export const membershipRow = (scope: Scope): Sql => Prisma.sql`
  ${summaryColumns(scope)}, m.audit_id AS "AuditId", m.contact_id AS "ContactId", c.display_name AS "ContactName",
  c.system_type_id AS "SystemContactTypeId", m.level_id AS "LevelId", m.joined_on AS "JoinedDate"`

/** Memberships with their holders. */
const holderJoin: Sql = Prisma.sql`JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id`

/** What a row of the list shows beside the membership of row `m`. */
export const listJoins: Sql = Prisma.sql`${membershipJoins} ${holderJoin}`

/** One membership whole (Membership in the contract), as a statement: for a change to ask in its own transaction. */
export const membershipSql = (scope: Scope, id: number): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text, m.audit_id AS "auditId"
  FROM membership m ${membershipJoins} ${holderJoin}
  LEFT JOIN membership_level nl ON nl.tenant_id = m.tenant_id AND nl.id = m.next_level_id
  CROSS JOIN LATERAL (SELECT ${membershipRow(scope)}, m.next_level_id AS "NextLevelId", nl.name AS "NextLevel",
    t.needs_approval AND m.approved_at IS NULL AND m.cancelled_on IS NULL AS "IsAwaitingApproval",
    ${instantJson(Prisma.sql`m.approved_at`)} AS "ApprovedDate", m.suspended_on AS "SuspendedDate",
    m.cancelled_on AS "CancelledDate", m.dropped_on AS "DroppedDate", m.end_reason AS "Reason",
    ${membershipFieldsSql} AS "CustomFields", ${TERMS} AS "Terms", ${LEVEL_CHANGES} AS "LevelChanges", ${INVOICES} AS "Invoices") x
  WHERE m.tenant_id = ${scope.db.tenantId}::integer AND m.id = ${id}::integer`

/** @throws 404. */
export const readMembership = async (scope: Scope, id: number): Promise<MembershipText> => {
  const [found] = await scope.db.rows<MembershipText>(membershipSql(scope, id))
  if (!found) throw notFound('membership')
  return found
}

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
