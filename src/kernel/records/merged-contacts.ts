import { Prisma } from '#prisma/client'
import { MAX_ID } from '../database/ids.ts'
import type { SqlRunner } from '../database/sql-runner.ts'

/**
 * Returns the winners of those of the contacts that were merged, across further merges. The statement reads an index that
 * contains merged contacts only.
 */
export const findWinners = async (
  runner: SqlRunner,
  tenantId: number,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const ids = [...new Set(contactIds)].filter((id) => id > 0 && id <= MAX_ID)
  if (ids.length === 0) return new Map()
  const rows = await runner.rows<{ id: number; winner: number }>(winnersSql(tenantId, ids))
  return new Map(rows.map(({ id, winner }) => [id, winner]))
}

/** Finds the contact that an id means: the winner of a merged contact, and any other contact itself. */
export const findMeantContact = async (runner: SqlRunner, tenantId: number, contactId: number): Promise<number> =>
  (await findWinners(runner, tenantId, [contactId])).get(contactId) ?? contactId

/** Contacts of one family that are returned: a person is rarely merged more than a few times. */
const MAX_FAMILY = 500

/**
 * Returns all ids under which records can know the contacts: those of their winners, and of every contact that was merged
 * into one of these.
 */
export const findMergedFamily = async (
  runner: SqlRunner,
  tenantId: number,
  contactIds: readonly number[],
): Promise<number[]> => {
  const winners = await findWinners(runner, tenantId, contactIds)
  const roots = [...new Set(contactIds.map((id) => winners.get(id) ?? id))].filter((id) => id > 0 && id <= MAX_ID)
  if (roots.length === 0) return []
  const rows = await runner.rows<{ id: number }>(familySql(tenantId, roots))
  return rows.map(({ id }) => id)
}

const familySql = (tenantId: number, roots: readonly number[]) => Prisma.sql`
  WITH RECURSIVE family AS (
    SELECT root AS id, 1 AS depth FROM unnest(${[...roots]}::integer[]) AS r (root)
    UNION ALL
    SELECT c.id, f.depth + 1 FROM family f
    JOIN contact c ON c.tenant_id = ${tenantId}::integer AND c.merged_into_id = f.id
    WHERE f.depth < 100)
  SELECT DISTINCT id FROM family ORDER BY id LIMIT ${MAX_FAMILY}::integer`

const winnersSql = (tenantId: number, ids: readonly number[]) => Prisma.sql`
  WITH RECURSIVE step AS (
    SELECT c.id, c.merged_into_id AS winner, 1 AS depth FROM contact c
    WHERE c.tenant_id = ${tenantId}::integer AND c.id = ANY (${[...ids]}::integer[]) AND c.merged_into_id IS NOT NULL
    UNION ALL
    SELECT s.id, c.merged_into_id, s.depth + 1 FROM step s
    JOIN contact c ON c.tenant_id = ${tenantId}::integer AND c.id = s.winner
    WHERE c.merged_into_id IS NOT NULL AND s.depth < 100)
  SELECT DISTINCT ON (id) id, winner FROM step ORDER BY id, depth DESC`
