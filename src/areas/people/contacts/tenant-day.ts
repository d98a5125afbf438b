import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Today in the tenant's time zone, as an expression of type date. */
export const tenantDay = ({ clock, tenant }: Scope): Sql =>
  Prisma.sql`(${clock.now().toISOString()}::timestamptz AT TIME ZONE ${tenant.timeZone}::text)::date`
