import fp from 'fastify-plugin'
import type { Database } from '../database/database.ts'
import { unavailable } from '../errors/problem.ts'

/** Drops before the server stops, so that proxies send no more. */
export interface Readiness {
  draining: boolean
}

const PUBLIC = { isPublic: true, isUnlimited: true } as const

/** `/health/live`: the process answers. `/health/ready`: it can do its work; 503 while draining or without a database. */
export const health = fp<{ system: Database['system']; readiness: Readiness }>(async (app, { system, readiness }) => {
  // The next request shall go to another replica, and no connection be idle when this one stops listening.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.draining) reply.header('connection', 'close')
  })
  app.get('/health/live', { config: PUBLIC, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config: PUBLIC, logLevel: 'warn' }, async () => {
    if (readiness.draining) throw unavailable('The server is shutting down.')
    await system.$queryRaw`select 1`.catch((error) => {
      throw unavailable('The database is away.', error)
    })
    return { status: 'ready' }
  })
})
