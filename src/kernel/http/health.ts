import fp from 'fastify-plugin'
import type { Database } from '../database/database.ts'
import { unavailable } from '../errors/problem.ts'

/** Set before the server stops, so that proxies send no more requests. */
export interface Readiness {
  draining: boolean
}

const PUBLIC = { isPublic: true, isUnlimited: true } as const

/** `/health/live`: the process responds. `/health/ready`: it can work; 503 while draining or without a database. */
export const health = fp<{ system: Database['system']; readiness: Readiness }>(async (app, { system, readiness }) => {
  // Sends the next request to another replica, and leaves no idle connection when this one stops listening.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.draining) reply.header('connection', 'close')
  })
  app.get('/health/live', { config: PUBLIC, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config: PUBLIC, logLevel: 'warn' }, async () => {
    if (readiness.draining) throw unavailable('The server is shutting down.')
    await system.$queryRaw`SELECT 1`.catch((error) => {
      throw unavailable('The database is unavailable. Try again in a moment.', error)
    })
    return { status: 'ready' }
  })
})
