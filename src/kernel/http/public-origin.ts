import type { FastifyRequest } from 'fastify'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i

/**
 * The origin of this server as clients see it, without a slash at the end: PUBLIC_URL, or the origin of the request if
 * none is configured.
 */
export const publicOrigin = (request: FastifyRequest, publicUrl: string): string => {
  if (publicUrl !== '') return publicUrl.replace(/\/+$/, '')
  return `${request.protocol}://${HOST.test(request.host) ? request.host : 'localhost'}`
}
