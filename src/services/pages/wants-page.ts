import type { FastifyRequest } from 'fastify'
import { prefers } from '#kernel/http/accept'

/** The addresses of programs. Some HTTP libraries accept text/html by default: there, problems stay documents. */
const INTERFACES = /^\/(api|native|oauth2|mcp|health|hooks|\.well-known|openapi\.json)(\/|\?|$)/i

/** Returns whether a browser opens an address that is not one of programs: problems are then pages. */
export const wantsPage = ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean =>
  !INTERFACES.test(url) && prefers(headers.accept, 'text/html')
