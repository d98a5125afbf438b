import type pg from 'pg'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type Database, namedStatement } from '../database/database.ts'
import type { SqlRunner } from '../database/sql-runner.ts'

/** A transaction straight on the driver: statements only. */
export interface DriverTransaction extends SqlRunner {
  /** Sends the last statements and COMMIT in one round trip. Returns the rows of each. */
  commit(...last: Sql[]): Promise<object[][]>
}

/**
 * Runs work in a transaction on one connection. BEGIN shares the round trip of the first statement. Work that does not
 * call `commit` is committed when it returns, and rolled back when it throws.
 */
export const driverTransaction = async <T>(
  database: Database,
  work: (tx: DriverTransaction) => Promise<T>,
): Promise<T> => {
  const client = await database.tenantPool.connect()
  const send = sender(client)
  let isOpen = true
  const finish = async (): Promise<void> => {
    isOpen = false
    const { command } = await client.query('COMMIT')
    // PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK, not with an error.
    if (command !== 'COMMIT') throw new Error('Nothing was committed: a statement failed and its error was ignored.')
  }
  try {
    const begun = client.query('BEGIN')
    const done = work({
      rows: <R extends object>(query: Sql) => send(query) as Promise<R[]>,
      commit: async (...last) => {
        const [results, finished] = await Promise.allSettled([Promise.all(last.map(send)), finish()])
        // The first failure is the reason of all that follow it.
        if (results.status === 'rejected') throw results.reason
        if (finished.status === 'rejected') throw finished.reason
        return results.value
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

const sender =
  (client: pg.PoolClient) =>
  async (query: Sql): Promise<object[]> =>
    ((await client.query(namedStatement(query))) as pg.QueryResult<object>).rows

/** After a failed COMMIT nothing is left to roll back; PostgreSQL then only warns. */
const rollBack = async (client: pg.PoolClient): Promise<void> => {
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    client.release(true)
  }
}
