import type pg from 'pg'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { SqlRunner } from '../database/sql-runner.ts'
import { namedStatement } from '../database/statement-names.ts'
import type { TenantPool } from '../database/tenant-pool.ts'
import type { AccessScope } from './access-scope.ts'
import { FirstFailure } from './first-failure.ts'
import { transactionEnded } from './transaction-connection.ts'

/** A transaction straight on the driver: statements only. */
export interface DriverTransaction extends SqlRunner {
  /**
   * Sends the last statements and COMMIT in one round trip. Returns the rows of each. If nothing was sent before, each
   * statement is committed by itself, without BEGIN and COMMIT: then only the first may write.
   */
  commit(...last: Sql[]): Promise<object[][]>
}

/**
 * Runs work in a transaction on one connection. BEGIN shares the round trip of the first statement. Work that does not
 * call `commit` is committed when it returns, and rolled back when it throws.
 */
export const runDriverTransaction = async <T>(
  pool: TenantPool,
  accessScope: AccessScope,
  work: (tx: DriverTransaction) => Promise<T>,
): Promise<T> => {
  const client = await pool.connectIn(accessScope)
  const failure = new FirstFailure()
  failure.watch(client)
  const send = sender(client)
  let begun: Promise<unknown> | undefined
  let isCommitted = false
  let hasEnded = false
  try {
    const result = await work({
      rows: async <R extends object>(query: Sql) => {
        if (hasEnded) throw transactionEnded()
        const sent = inOnePacket(client, () => {
          begun ??= client.query('BEGIN')
          return send(query)
        })
        const [rows] = await Promise.all([sent, begun])
        return rows as R[]
      },
      commit: async (...last) => {
        isCommitted = true
        const { sent, finished } = inOnePacket(client, () => ({
          sent: last.map(send),
          finished: begun && commit(client, failure),
        }))
        await Promise.allSettled([...sent, finished])
        // The first failure is the reason of all that follow it.
        const results = await Promise.all(sent)
        await finished
        return results
      },
    })
    hasEnded = true
    if (begun && !isCommitted) await commit(client, failure)
    client.release()
    return result
  } catch (error) {
    hasEnded = true
    await rollBack(client)
    throw failure.reasonOf(error)
  } finally {
    failure.stop()
  }
}

/** Writes all statements that `send` sends to the socket at once: a write costs 15 to 30 us, and wakes PostgreSQL. */
const inOnePacket = <T>({ connection: { stream } }: pg.PoolClient, send: () => T): T => {
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

const commit = async (client: pg.PoolClient, failure: FirstFailure): Promise<void> => {
  await client.query('COMMIT')
  failure.requireNone()
}

const sender =
  (client: pg.PoolClient) =>
  async (query: Sql): Promise<object[]> =>
    ((await client.query(namedStatement(query))) as pg.QueryResult<object>).rows

/** Rolls back. After a failed COMMIT nothing is left to roll back; PostgreSQL then only warns. */
const rollBack = async (client: pg.PoolClient): Promise<void> => {
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    client.release(true)
  }
}
