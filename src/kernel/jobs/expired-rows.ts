import { Prisma, type PrismaClient } from '#prisma/client'

/** The rows of a table that are deleted: those whose time is before another. */
interface ExpiredRows {
  /** A column or expression that has an index. The rows are deleted in its order. */
  time: string
  before: Prisma.Sql
  /** A further condition: `AND ...`. */
  where?: Prisma.Sql
}

/** The rows that are deleted, by table. */
export type Expired = Readonly<Record<string, ExpiredRows>>

/** Rows per statement, so that nothing waits for it. */
const BATCH = 5000

/** Deletes the expired rows of a table in batches. Returns their number. */
export const deleteExpired = async (system: PrismaClient, table: string, rows: ExpiredRows): Promise<number> => {
  const from = Prisma.raw(table)
  const time = Prisma.raw(rows.time)
  let total = 0
  for (;;) {
    const count = await system.$executeRaw`DELETE FROM ${from} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${from}
      WHERE ${time} < ${rows.before} ${rows.where ?? Prisma.empty} ORDER BY ${time} LIMIT ${BATCH}))`
    total += count
    if (count < BATCH) return total
  }
}
