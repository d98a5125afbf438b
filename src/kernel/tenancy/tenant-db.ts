import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Prisma, PrismaClient } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type Database, namedStatement } from '../database/database.ts'
import type { SqlRunner } from '../database/sql-runner.ts'
import { isOutdatedStatement, statementNames } from '../database/statement-names.ts'
import { type AccessScope, type ChapterLimit, runInAccessScope } from './access-scope.ts'
import { type DriverTransaction, driverTransaction, transactionEnded } from './driver-transaction.ts'
import { assertNoTransaction, runInTransaction } from './open-transactions.ts'

/** Prisma's models, inside a transaction or outside: for functions that need no statements. */
export type Models = Prisma.TransactionClient

/** A transaction: the models, and `rows` for statements. */
export type Transaction = Models & SqlRunner

/** The only access to a tenant's records. Each call runs with that tenant set on its connection. */
export interface TenantDb extends SqlRunner {
  readonly tenantId: number
  /** Prisma's models, bound to the tenant. Never findUnique here: its batching would mix tenants' calls. */
  readonly prisma: Models
  /** Runs work in one transaction; retries it after a deadlock or a serialization failure and a random wait, three attempts at most. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** The same on the driver, without models: only for the hot writes that decision 0029 names. */
  transaction<T>(work: (tx: DriverTransaction) => Promise<T>, options: { onDriver: true }): Promise<T>
  /** The rows of a read. Straight from the driver, so a read by SQL costs no more than it must. */
  rows<T extends object>(query: Sql): Promise<T[]>
  /** Only for `runForWholeTenant`. */
  wholeTenantKey(): Promise<string>
}

const MAX_ATTEMPTS = 3
/** The maximum wait before the first retry. */
const RETRY_MS = 100
const RETRYABLE = new Set(['40001', '40P01'])

/** @param chapters the chapters that the caller is limited to; null for the whole tenant. */
export const openTenantDb = (database: Database, tenantId: number, chapters: ChapterLimit | null = null): TenantDb => {
  const accessScope: AccessScope = { tenantId, chapters }
  return {
    tenantId,
    prisma: boundClient(database.tenantClient, accessScope),
    transaction: <T>(
      work: ((tx: Transaction) => Promise<T>) | ((tx: DriverTransaction) => Promise<T>),
      { onDriver = false } = {},
    ) => {
      assertNoTransaction()
      return withRetry(() =>
        onDriver
          ? driverTransaction(database.tenantPool, accessScope, (tx) =>
              runInTransaction(() => (work as (tx: DriverTransaction) => Promise<T>)(tx)),
            )
          : prismaTransaction(database.tenantClient, accessScope, work as (tx: Transaction) => Promise<T>),
      )
    },
    rows: async <T extends object>(query: Sql) => {
      assertNoTransaction()
      return (await database.tenantPool.queryIn(accessScope, namedStatement(query))).rows as T[]
    },
    wholeTenantKey: database.wholeTenantKey,
  }
}

/**
 * The database bounds each statement; this bounds a transaction of many, such as a batch of a job that waits for locks.
 * Prisma's default of 5 seconds would fail it.
 */
const TRANSACTION_MS = 300_000
const CONNECTION_WAIT_MS = 10_000

const prismaTransaction = <T>(
  client: PrismaClient,
  accessScope: AccessScope,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const connection = new TransactionConnection()
  return runInAccessScope(
    accessScope,
    () =>
      client.$transaction((tx) => runInTransaction(() => work(addRows(tx, connection.rows))), {
        timeout: TRANSACTION_MS,
        maxWait: CONNECTION_WAIT_MS,
      }),
    connection.open,
  )
}

/**
 * The connection of a transaction of Prisma. Statements go straight to it: each costs the process more through
 * Prisma: see docs/decisions/0029.
 */
class TransactionConnection {
  #client: pg.PoolClient | undefined

  open = (client: pg.PoolClient): void => {
    this.#client = client
    const release = client.release.bind(client)
    // Prisma releases the connection also when the transaction takes too long, while its work still runs.
    client.release = (error) => {
      this.#client = undefined
      release(error)
    }
  }

  rows: SqlRunner['rows'] = async <R extends object>(query: Sql) => {
    if (!this.#client) throw transactionEnded()
    return ((await this.#client.query(namedStatement(query))) as pg.QueryResult<R>).rows
  }
}

/** Adds `rows` to the client of one transaction of the system role. */
export const withRows = (tx: Models): Transaction =>
  // Awaited inside, so that a statement is sent when `rows` is called, as on the driver.
  addRows(tx, async <R extends object>(query: Sql) => await tx.$queryRaw<R[]>(query))

/** A proxy, because assigning a property to Prisma's client would write to the object that all transactions share. */
const addRows = (tx: Models, rows: SqlRunner['rows']): Transaction =>
  new Proxy(tx, {
    get: (target, name) => (name === 'rows' ? rows : Reflect.get(target, name)),
  }) as Transaction

/** Returns a client that runs every operation in the access scope. */
const boundClient = (client: PrismaClient, accessScope: AccessScope): Models =>
  client.$extends({
    // Awaited inside, because Prisma's promises start only when they are awaited.
    query: {
      $allOperations: ({ args, query }) => {
        assertNoTransaction()
        return runInAccessScope(accessScope, async () => await query(args))
      },
    },
  }) as unknown as Models

const withRetry = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const isOutdated = isOutdatedStatement(causeOf(error))
      // The next attempt gets a connection that has prepared nothing.
      if (isOutdated) statementNames.startGeneration()
      if (attempts >= MAX_ATTEMPTS || !(isOutdated || isRetryable(error))) throw error
      // The transactions that blocked each other would meet again if both retried at once.
      await pause(Math.random() * RETRY_MS * attempts)
    }
  }
}

/** The error of the driver: its adapter puts it into the cause. */
const causeOf = (error: unknown): unknown => {
  const { cause, meta } = error as { cause?: DriverCause; meta?: { driverAdapterError?: { cause?: DriverCause } } }
  const found = cause?.originalCode === undefined ? meta?.driverAdapterError?.cause : cause
  return found?.originalCode === undefined ? error : { code: found.originalCode, message: found.originalMessage ?? '' }
}

interface DriverCause {
  originalCode?: string
  originalMessage?: string
}

/** Prisma reports P2034, the driver 40001 or 40P01, its adapter the same in its cause. */
const isRetryable = (error: unknown): boolean => {
  const { code, cause, meta } = error as {
    code?: string
    cause?: { originalCode?: string }
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
  }
  const state = cause?.originalCode ?? meta?.driverAdapterError?.cause?.originalCode ?? code ?? ''
  return state === 'P2034' || RETRYABLE.has(state)
}
