import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** The chapters that a caller is limited to. The database shows it only the contacts of these chapters. */
export interface ChapterLimit {
  /** Ids, ascending. Empty: the caller sees no contact. */
  readonly readable: readonly number[]
  /** Those of them whose contacts the caller can change. */
  readonly editable: readonly number[]
  /** The actor as the history shows it: "login:3". The caller can access its own signatures and Idempotency-Keys. */
  readonly actor: string
}

/** The part of the data that statements can access. */
export interface AccessScope {
  readonly tenantId: number
  /** Null: the whole tenant. */
  readonly chapters: ChapterLimit | null
}

interface PrismaWork {
  /** Absent for work of the system role. */
  accessScope?: AccessScope | undefined
  /** Receives the connection of a transaction. */
  onConnection?: ((client: pg.PoolClient) => void) | undefined
}

const storage = new AsyncLocalStorage<PrismaWork>()
let running = 0

/**
 * Runs work of Prisma with an access scope, which its connections read from the context of the work. Statements on the
 * driver pass their access scope as an argument instead: while a context is tracked, Node.js calls hooks for each promise
 * of the process, which costs a request an eighth of its time. So tracking ends with the last such work.
 *
 * @param onConnection receives the connection that a transaction gets.
 */
export const runInAccessScope = async <T>(
  accessScope: AccessScope | undefined,
  work: () => Promise<T>,
  onConnection?: (client: pg.PoolClient) => void,
): Promise<T> => {
  running++
  try {
    return await storage.run({ accessScope, onConnection }, work)
  } finally {
    running--
    if (running === 0) storage.disable()
  }
}

/** Returns the access scope of the running work of Prisma, or undefined outside of such work. */
export const getAccessScope = (): AccessScope | undefined => storage.getStore()?.accessScope

/** Reports to the running work of Prisma which connection its transaction has. */
export const reportConnection = (client: pg.PoolClient): void => storage.getStore()?.onConnection?.(client)

/** Reports a connection of the system role in the same way. */
export const reportSystemConnection = (client: pg.PoolClient): void => {
  const work = storage.getStore()
  if (work && !work.accessScope) work.onConnection?.(client)
}
