import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** How many tasks about a contact are not completed: an expression over the contact's row `c`. */
export const openTaskCount: Sql = Prisma.sql`(SELECT count(*)::integer FROM task_item t
  WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id AND t.completed_on IS NULL)`
