import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The amount that a contact owes by its documents, two decimals: an expression over the contact's row `c`. */
export const receivableBalance: Sql = Prisma.sql`(SELECT coalesce(sum(e.amount), 0)::numeric(14, 2)
  FROM receivable_entry e WHERE e.tenant_id = c.tenant_id AND e.contact_id = c.id)`
