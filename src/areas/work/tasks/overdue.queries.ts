import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import { overdueSql } from './task-filter.listing.ts'

/** How many tasks are overdue in the tenant's time zone: all, and those of the caller, who may be no member of staff. */
export const countOverdue = async ({ db, tenant, clock, actor }: Scope): Promise<{ total: number; own: number }> => {
  const contactId = actor.kind === 'login' ? actor.contactId : null
  const [row] = await db.rows<{ total: number; own: number }>(Prisma.sql`
    SELECT count(*)::integer AS total,
      count(*) FILTER (WHERE t.assigned_to_contact_id = ${contactId}::integer)::integer AS own
    FROM task_item t
    WHERE t.tenant_id = ${db.tenantId}::integer AND ${overdueSql(dayIn(tenant.timeZone, clock.now()))}`)
  return row ?? { total: 0, own: 0 }
}
