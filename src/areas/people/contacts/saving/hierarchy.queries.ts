import { createHash } from 'node:crypto'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { ruleRefused } from '#kernel/errors/problem'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { RelationshipRow } from '../records/records.model.ts'

/**
 * Refuses new parents that stand below the organization. One save at a time may lengthen a tenant's hierarchy, so that
 * two of them cannot close a circle together.
 *
 * @throws 422 relationship-cycle.
 */
export const assertNoCycle = async (
  tx: SqlRunner,
  tenantId: number,
  contactId: number,
  added: readonly RelationshipRow[],
): Promise<void> => {
  const parents = added.map(({ other_contact_id }) => other_contact_id)
  const [, rows] = await Promise.all([
    tx.rows(lockHierarchySql(tenantId)),
    tx.rows<{ is_cycle: boolean }>(Prisma.sql`
      WITH RECURSIVE above AS (
        SELECT unnest(${parents}::int[]) AS id
        UNION
        SELECT r.other_contact_id FROM above
        JOIN contact_relationship r ON r.tenant_id = ${tenantId} AND r.contact_id = above.id
        JOIN contact_relationship_type y ON y.tenant_id = r.tenant_id AND y.id = r.type_id AND y.purpose = 'hierarchy'
      ) SELECT ${contactId}::int IN (SELECT id FROM above) AS is_cycle`),
  ])
  if (rows[0]?.is_cycle) {
    throw ruleRefused('relationship-cycle', 'An organization cannot stand above itself.', [
      { pointer: '/ParentOrganizations', message: 'holds an organization that stands below this one' },
    ])
  }
}

/**
 * Refuses what has put a contact above itself in a hierarchy or a family: asked once the relationships stand.
 *
 * @throws 422 relationship-cycle.
 */
export const assertNotAboveItself = async (tx: SqlRunner, tenantId: number, contactId: number): Promise<void> => {
  const [, rows] = await Promise.all([
    tx.rows(lockHierarchySql(tenantId)),
    tx.rows<{ is_cycle: boolean }>(Prisma.sql`
      WITH RECURSIVE edge AS (
        SELECT r.contact_id, r.other_contact_id, y.purpose FROM contact_relationship r
        JOIN contact_relationship_type y ON y.tenant_id = r.tenant_id AND y.id = r.type_id
        WHERE r.tenant_id = ${tenantId} AND y.purpose IN ('hierarchy', 'family') AND y.name <> y.reverse_name
      ), above AS (
        SELECT other_contact_id AS id, purpose FROM edge WHERE contact_id = ${contactId}
        UNION
        SELECT e.other_contact_id, e.purpose FROM above JOIN edge e ON e.contact_id = above.id AND e.purpose = above.purpose
      ) SELECT ${contactId}::int IN (SELECT id FROM above) AS is_cycle`),
  ])
  if (rows[0]?.is_cycle) throw ruleRefused('relationship-cycle', 'The contact would stand above itself.')
}

/** Lets one transaction of the tenant at a time lengthen its hierarchies. */
export const lockHierarchySql = (tenantId: number): Sql => {
  const key = createHash('sha256').update(`contact-hierarchy|${tenantId}`).digest().readBigInt64BE(0)
  return Prisma.sql`SELECT 1 AS done FROM (SELECT pg_advisory_xact_lock(${String(key)}::bigint)) locked`
}
