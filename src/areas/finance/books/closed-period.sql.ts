import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'

/** Reads the last closed day, and locks it against a change until the transaction ends: `closedThrough`. */
export const closedThroughSql = shape<{ tenantId: number }>(
  ({ tenantId }) => Prisma.sql`
  SELECT closed_through::text AS "closedThrough" FROM closed_period WHERE tenant_id = ${tenantId}::int FOR SHARE`,
)
