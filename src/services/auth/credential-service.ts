import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#kernel/database/database'
import { ASK_REPLICAS, ChangeListener, LEASE_MS } from './change-listener.ts'
import { cachedCredentialStore } from './credential-cache.ts'
import { type CredentialStore, databaseCredentialStore } from './credential-store.ts'

/** The cached credentials of this replica, and the notification of the other replicas. */
export interface CredentialService extends CredentialStore {
  /**
   * Resolves when every replica has dropped what it cached of the changed tenants: call it after the commit of a change and before the response. A
   * replica that does not respond for two seconds has stopped trusting its cache by then.
   */
  settled(): Promise<void>
  /** Returns the number of changes of tenants and credentials so far; undefined while notifications may be missing. */
  changes(): number | undefined
  close(): Promise<void>
}

/** Opens the credential store with a cache in front of it. Triggers emit notifications of changes by any process. */
export const openCredentials = async (
  database: Pick<Database, 'systemUrl' | 'system' | 'systemPool'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<CredentialService> => {
  const heard = acknowledgements()
  const listener = new ChangeListener({
    url: database.systemUrl,
    onChange: (tenantId) => (tenantId === undefined ? cache.forgetAll() : cache.forget(tenantId)),
    onAcknowledged: heard.note,
    onError: (error) =>
      log.warn({ err: error }, 'notices of changed credentials are cut off; every credential is looked up'),
  })
  const cache = cachedCredentialStore(databaseCredentialStore(database), () => listener.isTrusted())
  await listener.open()
  const settled = () =>
    heard.all(async (token) => {
      const { rows } = await database.systemPool.query<{ replica: number | null }>(ASK_REPLICAS, [token])
      return rows.flatMap(({ replica }) => (replica === null ? [] : [replica]))
    })
  return { ...cache, settled, close: () => listener.close() }
}

/** Returns the acknowledgements by request. One can arrive before the list of replicas is known. */
const acknowledgements = () => {
  const open = new Map<string, { heard: Set<number>; check: () => void }>()
  return {
    note: (token: string, replica: number): void => {
      const question = open.get(token)
      question?.heard.add(replica)
      question?.check()
    },
    /** Notifies all replicas, and waits until each has acknowledged or must have lost its lease. */
    all: async (ask: (token: string) => Promise<number[]>): Promise<void> => {
      const token = randomUUID()
      const question = { heard: new Set<number>(), check: () => {} }
      open.set(token, question)
      try {
        // A replica that cannot be notified because the database is unavailable loses its lease, like one that does not
        // respond.
        const asked = await ask(token).catch(() => undefined)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LEASE_MS + 250)
          question.check = () => {
            if (!asked?.every((replica) => question.heard.has(replica))) return
            clearTimeout(timer)
            resolve()
          }
          question.check()
        })
      } finally {
        open.delete(token)
      }
    },
  }
}
