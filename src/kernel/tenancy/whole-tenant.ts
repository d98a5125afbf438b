import { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import type { Scope } from './scope.ts'

/**
 * Runs the part of a change that must see the whole tenant, for every caller: deriving what rows show of other records,
 * completing a merge, checking a rule about all contacts. For a caller limited to chapters, the transaction switches to
 * the role of other requests for this time; for other callers nothing happens. Check first, under the caller's own row-
 * level security, whether the caller can make the change. Never return to the caller what is read here.
 *
 * Await all statements of the work inside, and start none in parallel: they would see the whole tenant too.
 */
export const runForWholeTenant = async <T>(
  { chapters }: Pick<Scope, 'chapters'>,
  tx: Pick<SqlRunner, 'rows'>,
  work: () => Promise<T>,
): Promise<T> => {
  if (!chapters) return work()
  const [before] = await tx.rows<{ role: string }>(actAs('guildhall_app'))
  const result = await work()
  // If the work fails, this line is not executed: the transaction is rolled back, which also resets the role.
  await tx.rows(actAs(before?.role ?? 'guildhall_chapter'))
  return result
}

/** Sets the role until the transaction ends. Returns the role before, because such work can contain such work. */
const actAs = (role: string) => Prisma.sql`
  SELECT now.role, set_config('role', ${role}::text, true) FROM (SELECT current_setting('role') AS role OFFSET 0) now`
