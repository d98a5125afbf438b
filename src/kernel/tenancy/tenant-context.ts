import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<number>()

/** Runs work with the tenant that the connection pool sets on every connection it hands out meanwhile. */
export const runAsTenant = <T>(tenantId: number, work: () => T): T => storage.run(tenantId, work)

/** The tenant of the running work, or undefined outside of any. */
export const currentTenant = (): number | undefined => storage.getStore()
