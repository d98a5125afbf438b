import { Prisma } from '../../../generated/prisma/client.ts'
import type { Sql } from '../../../generated/prisma/internal/prismaNamespace.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'

/** Today in the tenant's time zone, as an expression of type date. */
export const tenantDay = ({ clock, tenant }: Scope): Sql =>
  Prisma.sql`(${clock.now().toISOString()}::timestamptz AT TIME ZONE ${tenant.timeZone}::text)::date`
