import { AsyncLocalStorage } from 'node:async_hooks'

/** Set while transactions are watched. A context costs each request time, so only the tests watch. */
let contexts: AsyncLocalStorage<true> | undefined
let running = 0

/** Makes work fail that needs a second connection while it has a transaction. */
export const watchTransactions = (): void => {
  contexts ??= new AsyncLocalStorage()
}

export const runInTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  if (!contexts) return work()
  running++
  try {
    return await contexts.run(true, work)
  } finally {
    running--
    // As in runInAccessScope: promises are tracked no longer than necessary.
    if (running === 0) contexts.disable()
  }
}

/**
 * Rejects a statement on another connection than that of the open transaction: as many callers as the pool has connections
 * would wait for each other until the pool times out, and with them all tenants.
 */
export const requireNoTransaction = (): void => {
  if (!contexts?.getStore()) return
  throw new Error(
    'A statement in a transaction uses another connection. Pass the transaction to the function, and use it.',
  )
}
