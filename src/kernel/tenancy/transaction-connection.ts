import type pg from 'pg'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { SqlRunner } from '../database/sql-runner.ts'
import { namedStatement } from '../database/statement-names.ts'
import { type AccessScope, runInAccessScope } from './access-scope.ts'
import { FirstFailure } from './first-failure.ts'

/** Returns the error of a transaction that has ended: the connection belongs to others then. */
export const transactionEnded = (): Error => new Error('The transaction has ended.')

/**
 * The connection of a transaction of Prisma. Statements go straight to it: each costs the process more through
 * Prisma: see docs/decisions/0029.
 */
class TransactionConnection {
  readonly failure = new FirstFailure()
  #client: pg.PoolClient | undefined

  open = (client: pg.PoolClient): void => {
    this.#client = client
    this.failure.watch(client)
    const release = client.release.bind(client)
    // Prisma releases the connection also when the transaction takes too long, while its work still runs.
    client.release = (error) => {
      this.#client = undefined
      this.failure.stop()
      release(error)
    }
  }

  rows: SqlRunner['rows'] = async <R extends object>(query: Sql) => {
    if (!this.#client) throw transactionEnded()
    return ((await this.#client.query(namedStatement(query))) as pg.QueryResult<R>).rows
  }
}

/**
 * Runs a transaction of Prisma. The first statement that PostgreSQL rejected decides how it ends: see FirstFailure.
 *
 * @param accessScope absent for the system role.
 * @param run starts the transaction. It gets a function that sends statements on its connection.
 */
export const runPrismaTransaction = async <T>(
  accessScope: AccessScope | undefined,
  run: (rows: SqlRunner['rows']) => Promise<T>,
): Promise<T> => {
  const connection = new TransactionConnection()
  try {
    const result = await runInAccessScope(accessScope, () => run(connection.rows), connection.open)
    connection.failure.requireNone()
    return result
  } catch (error) {
    throw connection.failure.reasonOf(error)
  }
}
