import { AsyncLocalStorage } from 'node:async_hooks'

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

const storage = new AsyncLocalStorage<AccessScope>()

/** Runs work with an access scope. The connection pool sets it on every connection that the work uses. */
export const runInAccessScope = <T>(accessScope: AccessScope, work: () => T): T => storage.run(accessScope, work)

/** Returns the access scope of the running work, or undefined outside of such work. */
export const getAccessScope = (): AccessScope | undefined => storage.getStore()
