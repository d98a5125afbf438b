import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { ASK_REPLICAS, ChangeListener, LEASE_MS } from './change-listener.ts'
import { cachedCredentialStore } from './credential-cache.ts'
import { type CredentialStore, databaseCredentialStore } from './credential-store.ts'

/** The credentials as this replica knows them, and its part in telling the others. */
export interface CredentialService extends CredentialStore {
  /**
   * Resolves when every replica has forgotten what it knew before: call it after the commit of a change, before the
   * answer. A replica that keeps silent for two seconds has by then ceased to trust its memory.
   */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Opens the credential store with a memory in front of it. Triggers tell of changes, whoever makes them. */
export const openCredentials = async (
  database: Pick<Database, 'url' | 'system' | 'systemPool'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<CredentialService> => {
  const heard = acknowledgements()
  const listener = new ChangeListener({
    url: database.url,
    onChange: () => cache.forgetAll(),
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

/** Who has acknowledged which question. An answer may come before it is known who was asked. */
const acknowledgements = () => {
  const open = new Map<string, { heard: Set<number>; check: () => void }>()
  return {
    note: (token: string, replica: number): void => {
      const question = open.get(token)
      question?.heard.add(replica)
      question?.check()
    },
    /** Asks, and waits until all who were asked have answered, or must have lost their lease. */
    all: async (ask: (token: string) => Promise<number[]>): Promise<void> => {
      const token = randomUUID()
      const question = { heard: new Set<number>(), check: () => {} }
      open.set(token, question)
      try {
        // Who cannot be asked for want of a database loses its lease like who does not answer.
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
