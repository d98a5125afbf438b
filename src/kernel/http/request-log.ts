import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * One line for each request, when it was answered: who asked for what, and how it went. Nothing of the query, headers
 * or body is in it.
 */
class RequestLog extends LogController {
  override incomingRequest(): void {
    // The line at the end says it all; a second one would cost a twentieth of a small request.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      path: request.routeOptions.config.hasSecretPath ? request.routeOptions.url : pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      ip: request.ip,
      tenant: request.caller?.tenant.key,
      caller: request.caller?.credential.name,
    }
    if (error) request.log.error({ ...line, err: error }, 'request broken off')
    else request.log.info(line, 'request')
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path is itself a key to what it leads to: it stays out of the log. */
    hasSecretPath?: boolean
  }
}

/** Fastify options. */
export const requestLog = { logController: new RequestLog() }

/** Queries may hold names and addresses; they stay out. */
const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
