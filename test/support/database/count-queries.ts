import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Database } from '#kernel/database/database'

export interface Counted<T> {
  result: T
  /** The command tags of the statements of the request pool ("SELECT 50", "BEGIN"), in order. */
  queries: string[]
  /** Those of the kernel's pool, without the leases of rate limits, which depend on the time. */
  systemQueries: string[]
}

/** Runs work and returns the statements that the connections of the pools completed during it. */
export const countQueries = async <T>(database: Database, work: () => Promise<T>): Promise<Counted<T>> => {
  const tenant = listenTo(database.tenantPool)
  const system = listenTo(database.systemPool)
  try {
    const result = await work()
    return { result, queries: tenant.tags, systemQueries: system.tags.filter((tag) => tag !== 'INSERT 0 1') }
  } finally {
    tenant.stop()
    system.stop()
  }
}

const listenTo = (pool: pg.Pool): { tags: string[]; stop: () => void } => {
  const tags: string[] = []
  const heard = new Map<EventEmitter, (message: { text: string }) => void>()
  const listen = (client: pg.PoolClient) => {
    // The driver's protocol layer reports this; its types do not contain it.
    const { connection } = client as unknown as { connection: EventEmitter }
    if (heard.has(connection)) return
    const note = ({ text }: { text: string }) => {
      if (!setsAccessScope(client)) tags.push(text)
    }
    heard.set(connection, note)
    connection.on('commandComplete', note)
  }
  pool.on('acquire', listen)
  const stop = () => {
    pool.removeListener('acquire', listen)
    for (const [connection, note] of heard) connection.removeListener('commandComplete', note)
  }
  return { tags, stop }
}

/** A connection gets its tenant when that changes. Which connection a request gets depends on the time. */
const setsAccessScope = (client: pg.PoolClient): boolean => {
  // The driver knows which statement a message belongs to; its types do not contain it.
  const { _getActiveQuery: getActiveQuery } = client as unknown as { _getActiveQuery(): { name?: string } | undefined }
  return ['set_tenant', 'set_chapters'].includes(getActiveQuery.call(client)?.name ?? '')
}
