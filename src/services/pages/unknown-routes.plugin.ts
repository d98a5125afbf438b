import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '#kernel/errors/problem'
import { errorPage } from '#services/pages/error.page'
import { findNearest, type ListedOperation } from '#services/pages/nearest-operation'
import { sendPage } from '#services/pages/send-page'
import { wantsPage } from '#services/pages/wants-page'

/** A served path as a pattern, with the methods that it has. */
interface ServedPath {
  pattern: RegExp
  methods: Set<string>
}

/**
 * Responds to paths and methods that no operation has: 404 with the nearest operation, or 405 with the methods of the path
 * (RFC 9110, 15.5.6); by a page if a browser opens the address.
 */
export const unknownRoutes = fp(async (app) => {
  const paths = new Map<string, ServedPath>()
  const operations: ListedOperation[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const methods = [method].flat().filter((name) => name !== 'OPTIONS')
    // CORS handles OPTIONS at every path.
    if (methods.length === 0) return
    const known = paths.get(url.toLowerCase()) ?? {
      pattern: patternOf(url, numbersIn(schema?.params)),
      methods: new Set(),
    }
    for (const name of methods) known.methods.add(name)
    if (config?.operationKey) operations.push(...operationsOf(methods, url))
    paths.set(url.toLowerCase(), known)
  })

  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request
    const path = url.split('?')[0] ?? ''
    const allowed = allowedMethods(paths.values(), path)
    if (wantsPage(request)) return sendNoPage(reply, allowed, url)
    if (allowed.length === 0)
      throw new Problem(404, 'no-such-route', noRoute(method, path, findNearest(operations, method, path)))
    const allow = allowed.join(', ')
    throw new Problem(405, 'method-not-allowed', `The path ${path} does not have the method ${method}. Use ${allow}.`, {
      headers: { allow },
    })
  })
})

const operationsOf = (methods: readonly string[], url: string): ListedOperation[] =>
  methods
    .filter((method) => method !== 'HEAD')
    .map((method) => ({ method, path: url.replace(/:(\w+)(\([^)]*\))?\??/g, '{$1}') }))

const noRoute = (method: string, path: string, nearest: ListedOperation | undefined): string => {
  const advice = nearest
    ? `The nearest one is ${nearest.method} ${nearest.path}.`
    : 'Search for it at /reference/search?q=, followed by what you want to do.'
  return `No operation has the method and path ${method} ${path}. ${advice}`
}

/** Sends that there is no page: the person followed an old link, or opened the address of a form. */
const sendNoPage = (reply: FastifyReply, allowed: readonly string[], url: string): FastifyReply => {
  if (allowed.length > 0) reply.header('allow', allowed.join(', '))
  const text =
    allowed.length > 0
      ? 'This is the address of a form. Go back to its page, and use its button.'
      : 'Check the address, or follow the link again.'
  const view = errorPage({ title: 'There is no page at this address', text, url })
  return sendPage(reply, view, { status: allowed.length > 0 ? 405 : 404 })
}

const allowedMethods = (paths: Iterable<ServedPath>, path: string): string[] => {
  const methods = [...paths].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods: own }) => [...own])
  return [...new Set(methods)].sort()
}

/** Returns the parameters of a path that are whole numbers: another text there means another path. */
const numbersIn = (params: unknown): ReadonlySet<string> => {
  const { properties } = (params ?? {}) as { properties?: Record<string, { type?: string }> }
  return new Set(Object.entries(properties ?? {}).flatMap(([name, { type }]) => (type === 'integer' ? [name] : [])))
}

/**
 * Returns the pattern of a path, which matches like the router: case-insensitive, with or without a slash at the end.
 */
const patternOf = (url: string, numbers: ReadonlySet<string>): RegExp => {
  const escaped = url.replace(/\/$/, '').replace(/[.+^$|[\]\\]/g, '\\$&')
  const pattern = escaped
    .replace(/:(\w+)(\([^)]*\))?\??/g, (_part, name: string) => (numbers.has(name) ? '-?\\d+' : '[^/]+'))
    .replace(/\*/g, '.*')
  return new RegExp(`^${pattern}/?$`, 'i')
}
