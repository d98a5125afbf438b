import type { Prisma, PrismaClient } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Database } from '../database/database.ts'
import type { SqlRunner } from '../database/sql-runner.ts'
import { namedStatement } from '../database/statement-names.ts'
import { type AccessScope, type ChapterLimit, runInAccessScope } from './access-scope.ts'
import { type ContactLocks, lockFirstContacts, useContactLocks } from './contact-locks.ts'
import { type DriverTransaction, runDriverTransaction } from './driver-transaction.ts'
import { requireNoTransaction, runInTransaction } from './open-transactions.ts'
import { withRetry } from './retry.ts'
import { runPrismaTransaction } from './transaction-connection.ts'
import { runForWholeTenant } from './whole-tenant.ts'

/** Prisma's models, inside a transaction or outside: for functions that need no statements. */
export type Models = Prisma.TransactionClient

/** A transaction: the models, and `rows` for statements. */
export type Transaction = Models & SqlRunner

/** The only access to a tenant's records. Each call runs with that tenant set on its connection. */
export interface TenantDb extends SqlRunner {
  readonly tenantId: number
  /** Prisma's models, bound to the tenant. Never findUnique here: its batching would mix tenants' calls. */
  readonly prisma: Models
  /**
   * Runs work in one transaction; retries it after a deadlock or a serialization failure and a random wait, three attempts at
   * most, and after a contact that it had to lock earlier was locked by others (ContactLocks).
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs a transaction on the driver, without models: only for the hot writes that decision 0029 names. */
  transaction<T>(work: (tx: DriverTransaction) => Promise<T>, options: { onDriver: true }): Promise<T>
  /** Reads the rows of a statement, straight from the driver, so that a read by SQL costs no more than it must. */
  rows<T extends object>(query: Sql): Promise<T[]>
  /** Returns the key of the whole tenant. Only for `runForWholeTenant`. */
  wholeTenantKey(): Promise<string>
}

/** @param chapters the chapters that the caller is limited to; null for the whole tenant. */
export const openTenantDb = (database: Database, tenantId: number, chapters: ChapterLimit | null = null): TenantDb => {
  const accessScope: AccessScope = { tenantId, chapters }
  const begin = async <X extends SqlRunner, T>(tx: X, locks: ContactLocks, work: (tx: X) => Promise<T>): Promise<T> => {
    useContactLocks(tx, locks)
    const { first } = locks
    if (first) await runForWholeTenant({ chapters, db }, tx, () => lockFirstContacts(tx, tenantId, first))
    return work(tx)
  }
  const db: TenantDb = {
    tenantId,
    prisma: boundClient(database.tenantClient, accessScope),
    transaction: <T>(
      work: ((tx: Transaction) => Promise<T>) | ((tx: DriverTransaction) => Promise<T>),
      { onDriver = false } = {},
    ) => {
      requireNoTransaction()
      return withRetry((locks) =>
        onDriver
          ? runDriverTransaction(database.tenantPool, accessScope, (tx) =>
              runInTransaction(() => begin(tx, locks, work as (tx: DriverTransaction) => Promise<T>)),
            )
          : prismaTransaction(database.tenantClient, accessScope, (tx) =>
              begin(tx, locks, work as (tx: Transaction) => Promise<T>),
            ),
      )
    },
    rows: async <T extends object>(query: Sql) => {
      requireNoTransaction()
      return (await database.tenantPool.queryIn(accessScope, namedStatement(query))).rows as T[]
    },
    wholeTenantKey: database.wholeTenantKey,
  }
  return db
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
): Promise<T> =>
  runPrismaTransaction(accessScope, (rows) =>
    client.$transaction((tx) => runInTransaction(() => work(addRows(tx, rows))), {
      timeout: TRANSACTION_MS,
      maxWait: CONNECTION_WAIT_MS,
    }),
  )

/** Adds `rows` to the client of one transaction of the system role. */
export const withRows = (tx: Models): Transaction =>
  // Awaited inside, so that a statement is sent when `rows` is called, as on the driver.
  addRows(tx, async <R extends object>(query: Sql) => await tx.$queryRaw<R[]>(query))

/**
 * Adds `rows` by a proxy, because assigning a property to Prisma's client would write to the object that all
 * transactions share.
 */
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
        requireNoTransaction()
        return runInAccessScope(accessScope, async () => await query(args))
      },
    },
  }) as unknown as Models
