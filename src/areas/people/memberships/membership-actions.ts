import { contactOfChaptersSql } from '#kernel/tenancy/chapter-contacts'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const HAS_WAITING_TERM = Prisma.sql`EXISTS (SELECT FROM membership_term w WHERE w.tenant_id = m.tenant_id
  AND w.membership_id = m.id AND w.activated_at IS NULL AND w.voided_at IS NULL)`

const VIEW = Prisma.sql`'["view"]'::json`

const STEPS = Prisma.sql`to_json(ARRAY['view', 'edit'] || CASE
      WHEN m.status IN ('Dropped', 'Cancelled') THEN CASE WHEN m.approved_at IS NULL OR c.deleted_at IS NOT NULL THEN '{}'
        WHEN ${HAS_WAITING_TERM} THEN ARRAY['cancel'] ELSE ARRAY['reinstate'] END
      WHEN m.approved_at IS NULL THEN ARRAY['approve', 'decline', 'changelevel', 'cancel']
      ELSE CASE WHEN ${HAS_WAITING_TERM} THEN '{}' ELSE ARRAY['renew'] END || CASE m.status
        WHEN 'Pending' THEN ARRAY['changelevel', 'cancel', 'autorenew']
        WHEN 'Active' THEN ARRAY['changelevel', 'suspend', 'cancel', 'autorenew']
        WHEN 'Suspended' THEN ARRAY['changelevel', 'resume', 'drop', 'cancel', 'autorenew']
        ELSE ARRAY['changelevel', 'suspend', 'drop', 'cancel', 'autorenew'] END
    END || CASE WHEN m.balance > 0 THEN ARRAY['pay'] ELSE '{}' END)`

/**
 * What the caller may do to the membership of row `m`, whose holder is row `c`, as JSON: what its status allows, if the
 * caller may change memberships at all, and those of this holder.
 */
export const membershipActions = (scope: Scope): Sql => {
  if (!hasGrant(scope, 'memberships:write')) return VIEW
  const { chapters, db } = scope
  if (!chapters || chapters.editable.length === chapters.readable.length) return STEPS
  return Prisma.sql`CASE WHEN ${contactOfChaptersSql(Prisma.sql`c.id`, db.tenantId, chapters.editable)} THEN ${STEPS} ELSE ${VIEW} END`
}
