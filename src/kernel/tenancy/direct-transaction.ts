import type pg from 'pg'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type Database, namedStatement } from '../database/database.ts'

/** Runs one statement; JSON columns arrive parsed. Statements asked for without awaiting the first travel together. */
export interface SqlRunner {
  rows<T extends object>(query: Sql): Promise<T[]>
}

/** A transaction straight on the driver, for writes that are hot. */
export interface DirectTransaction extends SqlRunner {
  /** The last statements with COMMIT right behind them: one trip. Answers the rows of each. */
  commit(...last: Sql[]): Promise<object[][]>
}

/**
 * Runs work in a transaction on one connection. BEGIN travels with the first statement; work that does not commit by
 * itself is committed when it returns, and rolled back when it throws.
 */
export const directTransaction = async <T>(
  database: Database,
  work: (tx: DirectTransaction) => Promise<T>,
): Promise<T> => {
  const client = await database.tenantPool.connect()
  const send = sender(client)
  let isOpen = true
  const finish = async (): Promise<void> => {
    isOpen = false
    const { command } = await client.query('COMMIT')
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, not with an error.
    if (command !== 'COMMIT') throw new Error('Nothing was committed: a statement had failed and was passed over')
  }
  try {
    const begun = client.query('BEGIN')
    const done = work({
      rows: <R extends object>(query: Sql) => send(query) as Promise<R[]>,
      commit: async (...last) => {
        const [answers, finished] = await Promise.allSettled([Promise.all(last.map(send)), finish()])
        // What failed first is the reason of all that fails behind it.
        if (answers.status === 'rejected') throw answers.reason
        if (finished.status === 'rejected') throw finished.reason
        return answers.value
      },
    })
    const [result] = await Promise.all([done, begun])
    if (isOpen) await finish()
    client.release()
    return result
  } catch (error) {
    await rollBack(client)
    throw error
  }
}

/**
 * Runs statements one behind the other on one connection, each a transaction of its own, all in one trip. Where one
 * fails the others run all the same: only reads may follow a write.
 */
export const inSequence = async (database: Database, queries: readonly Sql[]): Promise<object[][]> => {
  const client = await database.tenantPool.connect()
  const answers = await Promise.allSettled(queries.map(sender(client)))
  const failed = answers.find((answer) => answer.status === 'rejected')
  client.release(failed !== undefined)
  if (failed) throw failed.reason
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

const sender =
  (client: pg.PoolClient) =>
  async (query: Sql): Promise<object[]> =>
    ((await client.query(namedStatement(query))) as pg.QueryResult<object>).rows

/** After a failed COMMIT there is nothing left to roll back; PostgreSQL then only warns. */
const rollBack = async (client: pg.PoolClient): Promise<void> => {
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    client.release(true)
  }
}
