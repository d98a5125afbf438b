import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Database } from '../database/database.ts'
import { unavailable } from '../errors/problem.ts'
import { problemDocument } from '../errors/problem-handler.ts'

/** What `/health/ready` reports. */
export interface Readiness {
  /** `starting` until the first start is complete, `draining` before the server stops: proxies then send no requests. */
  state: 'starting' | 'ready' | 'draining'
}

const PUBLIC = { isPublic: true, isUnlimited: true } as const

/** `/health/live`: the process responds. `/health/ready`: it can work; 503 while starting or draining, or without a database. */
export const health = fp<{ system: Database['system']; readiness: Readiness }>(async (app, { system, readiness }) => {
  // Sends the next request to another replica, and leaves no idle connection when this one stops listening.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.state === 'draining') reply.header('connection', 'close')
  })
  app.get('/health/live', { config: PUBLIC, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config: PUBLIC, logLevel: 'warn' }, async (request, reply) => {
    // Sent, not thrown: proxies ask every second, and these responses are not errors to log.
    if (readiness.state !== 'ready') return sendNotReady(request, reply, NOT_READY[readiness.state])
    await system.$queryRaw`SELECT 1`.catch((error) => {
      throw unavailable('The database is unavailable. Try again in a moment.', error)
    })
    return { status: 'ready' }
  })
})

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
