import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { requestTraceIds } from '../tracing/request-spans.plugin.ts'

/**
 * Writes one line for each request after its response: caller, path, status and duration. It contains nothing of the
 * query, headers or body.
 */
class RequestLog extends LogController {
  readonly #lines = new WeakMap<FastifyBaseLogger, FastifyBaseLogger>()

  override incomingRequest(): void {
    // The line at the end is enough; a second one would cost a twentieth of a small request.
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
      ...requestTraceIds(request),
    }
    if (error) request.log.error({ ...line, err: error }, 'request broken off')
    else this.#linesOf(request.server.log).info({ reqId: request.id, ...line }, 'request')
  }

  /**
   * Returns lines without the search for secrets, which would take a thirtieth of a small request: the fields of the
   * line are these.
   */
  #linesOf(log: FastifyBaseLogger): FastifyBaseLogger {
    const known = this.#lines.get(log)
    if (known) return known
    const lines = log.child({}, { redact: [] })
    this.#lines.set(log, lines)
    return lines
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path contains a secret, so it is left out of the log. */
    hasSecretPath?: boolean
  }
}

/** Fastify options. */
export const requestLog = { logController: new RequestLog() }

/** Returns the path without its query, which can contain names and addresses. */
const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
