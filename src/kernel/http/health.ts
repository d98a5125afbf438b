import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { unavailable } from '../errors/problem.ts'
import { problemDocument } from '../errors/problem-handler.ts'

/** What `/health/ready` reports. */
export interface Readiness {
  /** `starting` until the first start is complete, `draining` before the server stops: proxies then send no requests. */
  state: 'starting' | 'ready' | 'draining'
}

export interface HealthOptions {
  database: Pick<Database, 'systemPool'>
  readiness: Readiness
}

/** Milliseconds. Proxies often wait only two seconds. */
const PROBE_MS = 1500
const PUBLIC = { isPublic: true, isUnlimited: true, isUntraced: true } as const

/** `/health/live`: the process responds. `/health/ready`: it can work; 503 while starting or draining, or without a database. */
export const health = fp<HealthOptions>(async (app, { database, readiness }) => {
  const isAvailable = databaseProbe(database.systemPool)
  // Sends the next request to another replica, and leaves no idle connection when this one stops listening.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.state === 'draining') reply.header('connection', 'close')
  })
  app.get('/health/live', { config: PUBLIC, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config: PUBLIC, logLevel: 'warn' }, async (request, reply) => {
    // Sent, not thrown: proxies ask every second, and these responses are not errors to log.
    if (readiness.state !== 'ready') return sendNotReady(request, reply, NOT_READY[readiness.state])
    if (!(await isAvailable()))
      return sendNotReady(request, reply, 'The database is unavailable. Try again in a moment.')
    return { status: 'ready' }
  })
})

/**
 * Returns a function that asks whether the database responds in time. Requests share one probe, and a probe that gets no
 * response closes its connection: a database that hangs would otherwise keep all connections of the pool.
 */
const databaseProbe = (pool: Pick<pg.Pool, 'connect'>): (() => Promise<boolean>) => {
  let running: Promise<boolean> | undefined
  return () => {
    running ??= probe(pool).finally(() => {
      running = undefined
    })
    // The pool can take longer to open a connection.
    return Promise.race([running, pause(PROBE_MS, false, { ref: false })])
  }
}

const probe = async (pool: Pick<pg.Pool, 'connect'>): Promise<boolean> => {
  try {
    const client = await pool.connect()
    try {
      await client.query(PROBE)
      client.release()
      return true
    } catch {
      client.release(true)
    }
  } catch {
    // The pool reports its errors itself.
  }
  return false
}

/** pg supports the timeout of a single query; its types do not declare it. */
const PROBE: pg.QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: PROBE_MS }

const NOT_READY = {
  starting: 'The server is starting. Try again in a moment.',
  draining: 'The server is shutting down.',
} as const

const sendNotReady = (request: FastifyRequest, reply: FastifyReply, detail: string): FastifyReply => {
  const problem = unavailable(detail)
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/problem+json; charset=utf-8')
    .send(problemDocument(problem, request))
}
