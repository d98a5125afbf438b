import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#kernel/config/settings'
import { badInput, forbidden, Problem } from '#kernel/errors/problem'
import { isLoopback } from '#kernel/http/address-list'
import type { Caller } from '#kernel/http/caller'
import { isOriginKnown, publicOrigin } from '#kernel/http/public-origin'
import { credentialNeeded } from '#services/auth/authenticate'
import { MCP_PATH, resourceMetadataPath } from '#services/auth/protected-resource'
import { operationCaller } from './call.ts'
import { parseOptions } from './options.ts'

type McpConfig = Pick<Config, 'host' | 'publicUrl'>

// Not a route of the contract: it has no scope of its own, and members may use it. Every operation checks its own.
const ROUTE = { config: { isPublic: true, takesCredential: true } } as const

/** The Model Context Protocol at /mcp, by Streamable HTTP: the operations of the contract as tools for a model. */
export const mcp = fp<{ config: McpConfig }>(async (app, { config }) => {
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header('cache-control', 'no-store')
      requireOwnOrigin(request, config)
      if (!request.caller && !request.refusal) throw credentialNeeded()
      done()
    })
    scope.addHook('onSend', (request, reply, payload, done) => {
      if (reply.statusCode === 401) reply.header('www-authenticate', challengeOf(request, reply, config))
      done(null, payload)
    })
    scope.post(MCP_PATH, ROUTE, (request, reply) => serveMessage(app, request, reply))
    for (const method of ['GET', 'DELETE'] as const)
      scope.route({ method, url: MCP_PATH, ...ROUTE, handler: async () => sessionsRefused() })
  })
})

/** GET would open a stream of messages to the client, and DELETE end a session: there are neither. */
const sessionsRefused = (): never => {
  throw new Problem(405, 'method-not-allowed', `${MCP_PATH} has no sessions and no stream. Use POST.`, {
    headers: { allow: 'POST' },
  })
}

const serveMessage = async (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => {
  const { credential } = request.caller as Caller
  const options = parseOptions(request.query)
  if (Array.isArray(request.body)) throw badInput('', 'is a batch. Send each message in a request of its own')
  const { handleMessage } = await import('./server.ts')
  const context = {
    credential,
    options,
    callOperation: operationCaller(app, request),
    searchOperations: app.searchOperations,
  }
  const response = await handleMessage(context, webRequest(request), request.body ?? null)
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.code(response.status).send(await response.text())
}

/** The transport of the SDK reads the headers; the body is parsed already. */
const webRequest = ({ headers, url }: FastifyRequest): Request => {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [],
  )
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: named })
}

/**
 * A page of another site must not use a server on the machine of its visitor by DNS rebinding: a browser states where a
 * request is from. Allowed are this server itself, the origins that the caller's tenant or client lists for CORS, and pages
 * of the same machine if the server has no other name.
 *
 * @throws 403.
 */
const requireOwnOrigin = (request: FastifyRequest, { publicUrl }: McpConfig): void => {
  const { headers, caller } = request
  const { origin } = headers
  if (origin === undefined) return
  const isOwn = publicUrl === '' ? isOfLoopback(origin) : origin === new URL(publicUrl).origin
  const listed = [...(caller?.tenant.corsOrigins ?? []), ...(caller?.credential.corsOrigins ?? [])]
  if (!isOwn && !listed.includes(origin))
    throw forbidden('The request is from a page of another site. List its origin for CORS.', 'origin-not-listed')
}

const isOfLoopback = (origin: string): boolean => {
  const { hostname } = URL.canParse(origin) ? new URL(origin) : { hostname: '' }
  return hostname !== '' && isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/**
 * Bearer comes first, because clients of the protocol read only the first scheme. The metadata names the OAuth server
 * (RFC 9728, section 5.1).
 */
const challengeOf = (request: FastifyRequest, reply: FastifyReply, config: McpConfig): string => {
  const error = /error="\w+"/.exec(String(reply.getHeader('www-authenticate')))?.[0]
  const metadata = `resource_metadata="${publicOrigin(request, config.publicUrl)}${resourceMetadataPath(MCP_PATH)}"`
  const parts = ['realm="guildhall"', ...(error ? [error] : []), ...(isOriginKnown(config) ? [metadata] : [])]
  return `Bearer ${parts.join(', ')}, ApiKey realm="guildhall"`
}
