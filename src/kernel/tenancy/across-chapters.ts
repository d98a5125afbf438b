import { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import type { Scope } from './scope.ts'

/**
 * Runs the part of a change that must see the whole tenant, whoever makes the change: deriving what rows show of others,
 * carrying a merge through, asking whether a rule of all contacts holds. For a caller limited to chapters the
 * transaction takes the role of other requests meanwhile; for everybody else nothing happens. Whether the caller may
 * make the change is settled before, behind the wall; and what is read in here is not answered.
 *
 * Await all of the work's statements inside, and send none beside it: they would see the whole tenant, too.
 */
export const acrossChapters = async <T>(
  tx: Pick<SqlRunner, 'rows'>,
  { chapters }: Pick<Scope, 'chapters'>,
  work: () => Promise<T>,
): Promise<T> => {
  if (!chapters) return work()
  await tx.rows(actAs('guildhall_app'))
  const result = await work()
  // Where the work fails this is not reached: the transaction is lost then, and its end puts the role back.
  await tx.rows(actAs('guildhall_chapter'))
  return result
}

/** Until the transaction ends. */
const actAs = (role: 'guildhall_app' | 'guildhall_chapter') =>
  Prisma.sql`SELECT set_config('role', ${role}::text, true) AS role`
