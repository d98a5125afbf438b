import type { Prisma, PrismaClient } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type Database, namedStatement } from '../database/database.ts'
import { type DirectTransaction, directTransaction, inSequence, type SqlRunner } from './direct-transaction.ts'
import { type ChapterLimit, type Reach, runWithin } from './tenant-context.ts'

/** The client inside a transaction: the same models, no further transaction. */
export type Transaction = Prisma.TransactionClient

/** Prisma's transaction as a runner of statements, for services that take either. */
export const runnerOf = (tx: Pick<Transaction, '$queryRaw'>): SqlRunner => ({ rows: (query) => tx.$queryRaw(query) })

/** The only door to a tenant's records. Each call runs with that tenant set on its connection. */
export interface TenantDb {
  readonly tenantId: number
  /** Prisma's models, bound to the tenant. Never findUnique here: its batching would mix tenants' calls. */
  readonly prisma: Transaction
  /** Runs work in one transaction; a deadlock or a serialization failure is tried again, three times at most. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** The same for hot writes, straight on the driver: see DirectTransaction. */
  direct<T>(work: (tx: DirectTransaction) => Promise<T>): Promise<T>
  /** Statements in one trip, each a transaction of its own: a write and the reads that answer it. */
  sequence(...queries: Sql[]): Promise<object[][]>
  /** Rows of a hot read, straight from the driver. */
  rows<T extends object>(query: Sql): Promise<T[]>
  /** The first column of the first row as text: JSON that PostgreSQL has made and that is passed on unparsed. */
  json(query: Sql): Promise<string | null>
}

const TRIES = 3
const RETRYABLE = new Set(['40001', '40P01'])

/** @param chapters what the caller is limited to; null for the whole tenant. */
export const openTenantDb = (database: Database, tenantId: number, chapters: ChapterLimit | null = null): TenantDb => {
  const reach: Reach = { tenantId, chapters }
  const asTenant = <T>(work: () => T): T => runWithin(reach, work)
  const run = (query: Sql) => asTenant(() => database.tenantPool.query(namedStatement(query)))
  return {
    tenantId,
    prisma: boundClient(database.tenantClient, reach),
    transaction: (work) =>
      asTenant(() => withRetry(() => database.tenantClient.$transaction(work, { timeout: 25_000, maxWait: 10_000 }))),
    sequence: (...queries) => asTenant(() => withRetry(() => inSequence(database, queries))),
    direct: (work) => asTenant(() => withRetry(() => directTransaction(database, work))),
    rows: async <T extends object>(query: Sql) => (await run(query)).rows as T[],
    json: async (query) => {
      const result = await run(query)
      const row = result.rows[0] as Record<string, string | null> | undefined
      return row ? (Object.values(row)[0] ?? null) : null
    },
  }
}

/** A client whose every operation starts with its reach in place; what runs below it inherits that. */
const boundClient = (client: PrismaClient, reach: Reach): Transaction =>
  client.$extends({
    // Awaited within: Prisma's promises start only when somebody waits for them.
    query: { $allOperations: ({ args, query }) => runWithin(reach, async () => await query(args)) },
  }) as unknown as Transaction

const withRetry = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      if (tried >= TRIES || !isRetryable(error)) throw error
    }
  }
}

/** Prisma says P2034, the driver 40001 or 40P01, its adapter the same in its cause. */
const isRetryable = (error: unknown): boolean => {
  const { code, cause, meta } = error as {
    code?: string
    cause?: { originalCode?: string }
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
  }
  const state = cause?.originalCode ?? meta?.driverAdapterError?.cause?.originalCode ?? code ?? ''
  return state === 'P2034' || RETRYABLE.has(state)
}
