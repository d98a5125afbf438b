import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/settings.ts'
import { isLoopback } from './address-list.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i

/**
 * Returns the origin of this server as clients see it, without a slash at the end: PUBLIC_URL, or the origin of the
 * request if none is configured.
 */
export const publicOrigin = (request: FastifyRequest, publicUrl: string): string => {
  if (publicUrl !== '') return publicUrl.replace(/\/+$/, '')
  return `${request.protocol}://${HOST.test(request.host) ? request.host : 'localhost'}`
}

/**
 * Returns whether clients cannot choose the name of this server. Without PUBLIC_URL it is the Host of each request, and
 * on a public address anyone can send one: links, issuers and tokens would then be in the name of an attacker's server.
 */
export const isOriginKnown = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  publicUrl !== '' || isLoopback(host)
