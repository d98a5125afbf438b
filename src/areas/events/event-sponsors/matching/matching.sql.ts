import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Selects a role of a person at an organization that has not ended: `id`. */
export const currentRoleSql = (tenantId: number, personId: number, organizationId: number, today: string): Sql =>
  Prisma.sql`SELECT r.id FROM contact_role r WHERE r.tenant_id = ${tenantId}::integer
    AND r.contact_id = ${personId}::integer AND r.organization_id = ${organizationId}::integer
    AND (r.end_date IS NULL OR r.end_date >= ${today}::date) LIMIT 1`
