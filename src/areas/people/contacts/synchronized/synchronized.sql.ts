import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Whether a connection synchronizes the contact of row `c`: it can be neither deleted nor merged then. */
export const isSynchronizedSql: Sql = Prisma.sql`(c.source_connection_id IS NOT NULL AND EXISTS (SELECT FROM connection n
  WHERE n.tenant_id = c.tenant_id AND n.id = c.source_connection_id AND n.deleted_at IS NULL))`

const membershipConnections = Prisma.sql`membership sm JOIN connection sn ON sn.tenant_id = sm.tenant_id
  AND sn.id = sm.source_connection_id AND sn.deleted_at IS NULL AND sn.syncs_memberships
  WHERE sm.tenant_id = c.tenant_id AND sm.contact_id = c.id AND sm.source_connection_id IS NOT NULL`

/**
 * Whether a connection synchronizes a membership of the contact of row `c`, also one of a contact that it no longer
 * synchronizes: it must stay the one of this contact, which cannot be the loser of a merge.
 */
export const hasSynchronizedMembershipSql: Sql = Prisma.sql`EXISTS (SELECT FROM ${membershipConnections})`

/** A connection and the name of its source. */
export interface MergeBarrier {
  id: number
  name: string
}

/** Finds the connections that prevent the merge of two contacts (MergeBarrier), first that of the loser. */
export const mergeBarriersSql = (tenantId: number, winner: number, loser: number): Sql => Prisma.sql`
  SELECT b.id, b.name FROM contact c CROSS JOIN LATERAL (
    SELECT n.id, n.other_name AS name FROM connection n
      WHERE n.tenant_id = c.tenant_id AND n.id = c.source_connection_id AND n.deleted_at IS NULL
    UNION ALL SELECT sn.id, sn.other_name FROM ${membershipConnections} AND c.id = ${loser}::integer) b
  WHERE c.tenant_id = ${tenantId}::integer AND c.id IN (${winner}::integer, ${loser}::integer)
  ORDER BY c.id = ${loser}::integer DESC, b.id LIMIT 1`
