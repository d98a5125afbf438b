import { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import type { ChapterLimit } from './access-scope.ts'

/** Who runs it: a Scope has this. */
interface WholeTenantCaller {
  readonly chapters: ChapterLimit | null
  readonly db: { wholeTenantKey(): Promise<string> }
}

/**
 * Runs the part of a change that must see the whole tenant, for every caller: deriving what rows show of other records,
 * completing a merge, checking a rule about all contacts. For a caller limited to chapters, the policies of the whole
 * tenant apply to the transaction for this time; for other callers nothing happens. A statement alone cannot achieve
 * that: PostgreSQL requires a key that the role of the caller cannot read. Check first, under the caller's own row-level
 * security, whether the caller can make the change. Never return to the caller what is read here.
 *
 * Await all statements of the work inside, and start none in parallel: they would see the whole tenant too.
 */
export const runForWholeTenant = async <T>(
  { chapters, db }: WholeTenantCaller,
  tx: Pick<SqlRunner, 'rows'>,
  work: () => Promise<T>,
): Promise<T> => {
  if (!chapters) return work()
  const key = await db.wholeTenantKey()
  const [begun] = await tx.rows<{ before: string }>(Prisma.sql`SELECT begin_whole_tenant(${key}) AS before`)
  const result = await work()
  // If the work fails, this line is not executed: the transaction is rolled back, which also ends the setting. Such work
  // can contain such work.
  await tx.rows(Prisma.sql`SELECT set_config('guildhall.whole_tenant', ${begun?.before ?? ''}, true)`)
  return result
}
