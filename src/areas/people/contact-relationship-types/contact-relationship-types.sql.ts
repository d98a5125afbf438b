import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { TypeData } from './contact-relationship-types.input.ts'

/** Another type of the same kind with this name, case-insensitive. */
export const namesakeSql = (tenantId: number, { systemTypeId, name }: TypeData, id: number): Sql => Prisma.sql`
  SELECT name FROM contact_relationship_type WHERE tenant_id = ${tenantId}
    AND system_type_id = ${systemTypeId} AND lower(name) = lower(${name}) AND id <> ${id} LIMIT 1`
