import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { AssignmentCounts } from './assignments.model.ts'

export interface RunKey {
  tenantId: number
  id: string
}

const running = ({ tenantId, id }: RunKey): Sql =>
  Prisma.sql`tenant_id = ${tenantId}::int AND id = ${id}::uuid AND status = 'running'`

/**
 * Returns the contacts that an assignment processes, as rows of `c`: those that lists show, without the organizations
 * of chapters and the tenant's own organization.
 */
const assignable = (tenantId: number, tenantOrganizationId: number | null): Sql => Prisma.sql`
  contact c WHERE c.tenant_id = ${tenantId}::int
  AND c.deleted_at IS NULL AND NOT c.is_unmatched
  AND c.id IS DISTINCT FROM ${tenantOrganizationId}::int
  AND NOT EXISTS (SELECT FROM chapter own WHERE own.tenant_id = c.tenant_id AND own.organization_id = c.id)`

/** Starts a run. Returns no row if one is running: the unique index allows one per tenant. */
export const startRunSql = ({ tenantId, id }: RunKey, now: Date): Sql => Prisma.sql`
  INSERT INTO chapter_assignment (tenant_id, id, started_at)
  VALUES (${tenantId}::int, ${id}::uuid, ${now}::timestamptz)
  ON CONFLICT (tenant_id) WHERE status = 'running' DO NOTHING RETURNING id`

/** Finds a run that has ended: one row if it has. */
export const endedRunSql = ({ tenantId, id }: RunKey): Sql => Prisma.sql`
  SELECT id FROM chapter_assignment WHERE tenant_id = ${tenantId}::int AND id = ${id}::uuid AND status <> 'running'`

/** Stores the number of contacts, which the percentage refers to. */
export const countContactsSql = (key: RunKey, tenantOrganizationId: number | null): Sql => Prisma.sql`
  UPDATE chapter_assignment SET total = (SELECT count(*) FROM ${assignable(key.tenantId, tenantOrganizationId)})
  WHERE ${running(key)} AND total = 0`

/** Locks a run, as a row `{ after }` with the last contact that was processed. */
export const lockRunSql = (key: RunKey): Sql => Prisma.sql`
  SELECT after_contact_id AS after FROM chapter_assignment WHERE ${running(key)} FOR NO KEY UPDATE`

export const endRunSql = (key: RunKey, status: 'completed' | 'failed', now: Date): Sql => Prisma.sql`
  UPDATE chapter_assignment SET status = ${status}::text, finished_at = ${now}::timestamptz WHERE ${running(key)}`

/** Adds the counts of a batch to a run, and stores its last contact. */
export const addBatchSql = (
  key: RunKey,
  { lastContactId, contacts, counts }: { lastContactId: number; contacts: number; counts: AssignmentCounts },
): Sql => Prisma.sql`
  UPDATE chapter_assignment SET after_contact_id = ${lastContactId}::int,
    contact_count = contact_count + ${contacts}::int, assigned_count = assigned_count + ${counts.assigned}::int,
    removed_count = removed_count + ${counts.removed}::int,
    unchanged_count = unchanged_count + ${counts.unchanged}::int,
    unmatched_count = unmatched_count + ${counts.unmatched}::int WHERE ${running(key)}`

/** A row of nextContactsSql. */
export interface ContactCode {
  contactId: number
  /** The postal code of the primary address, as it was entered. */
  code: string | null
}

export const nextContactsSql = (
  tenantId: number,
  tenantOrganizationId: number | null,
  after: number,
  limit: number,
): Sql => Prisma.sql`
  SELECT c.id AS "contactId", a.postal_code AS code
  FROM (SELECT c.id, c.tenant_id, c.primary_address_id FROM ${assignable(tenantId, tenantOrganizationId)}
    AND c.id > ${after}::int ORDER BY c.id LIMIT ${limit}::int) c
  LEFT JOIN contact_address u ON u.tenant_id = c.tenant_id AND u.id = c.primary_address_id
  LEFT JOIN address a ON a.tenant_id = u.tenant_id AND a.id = u.address_id ORDER BY c.id`

/** Selects the chapters of contacts, as rows of AssignedMember. */
export const membersOfContactsSql = (tenantId: number, contactIds: readonly number[]): Sql => Prisma.sql`
  SELECT contact_id AS "contactId", chapter_id AS "chapterId", is_by_postal_code AS "isByPostalCode"
  FROM contact_chapter WHERE tenant_id = ${tenantId}::int AND contact_id = ANY(${[...contactIds]}::int[])`

/** Locks the chapters with a list of postal codes against deletion, as rows `{ id, auditId }`. */
export const lockChaptersWithCodesSql = (tenantId: number): Sql => Prisma.sql`
  SELECT id, audit_id AS "auditId" FROM chapter
  WHERE tenant_id = ${tenantId}::int AND takes_postal_codes ORDER BY id FOR KEY SHARE`

/** Selects the postal codes of chapters, as rows `{ chapterId, codes }`. */
export const postalCodesSql = (tenantId: number, chapterIds: readonly number[]): Sql => Prisma.sql`
  SELECT id AS "chapterId", postal_codes AS codes FROM chapter
  WHERE tenant_id = ${tenantId}::int AND id = ANY(${[...chapterIds]}::int[]) AND takes_postal_codes`
