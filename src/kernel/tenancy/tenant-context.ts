import { AsyncLocalStorage } from 'node:async_hooks'

/** The chapters that a limited caller reaches: the database lets it see and change the contacts of these alone. */
export interface ChapterLimit {
  /** Ids, ascending; none: nothing is seen. */
  readonly readable: readonly number[]
  /** Those of them whose contacts may be changed. */
  readonly editable: readonly number[]
  /** Who acts, as history names it: "login:3". Its own signatures and Idempotency-Keys are within reach. */
  readonly actor: string
}

/** How far a work's statements reach. */
export interface Reach {
  readonly tenantId: number
  /** Null: the whole tenant. */
  readonly chapters: ChapterLimit | null
}

const storage = new AsyncLocalStorage<Reach>()

/** Runs work with the reach that the connection pool sets on every connection it hands out meanwhile. */
export const runWithin = <T>(reach: Reach, work: () => T): T => storage.run(reach, work)

/** The reach of the running work, or undefined outside of any. */
export const currentReach = (): Reach | undefined => storage.getStore()
