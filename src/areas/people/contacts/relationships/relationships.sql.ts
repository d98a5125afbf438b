import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Edge } from './relationships.model.ts'

/** Finds the near contact among the far one and its ancestors: a row if the edge would close a cycle. */
export const cycleSql = (tenantId: number, { nearId, farId, type }: Edge, relationshipId: number): Sql => Prisma.sql`
  WITH RECURSIVE edge AS (
    SELECT r.contact_id, r.other_contact_id FROM contact_relationship r
    JOIN contact_relationship_type t ON t.tenant_id = r.tenant_id AND t.id = r.type_id
    WHERE r.tenant_id = ${tenantId}::int AND r.id <> ${relationshipId}::int AND t.purpose = ${type.purpose}
      AND t.name <> t.reverse_name
  ), above(id) AS (
    SELECT ${farId}::int
    UNION
    SELECT e.other_contact_id FROM edge e JOIN above a ON e.contact_id = a.id
  ) SELECT id FROM above WHERE id = ${nearId}::int`
