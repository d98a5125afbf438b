import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { badInput, badInputs } from '../errors/problem.ts'
import { ownValue } from '../lookups/own-value.ts'
import { adviceFor } from '../text/similar.ts'
import { ignoredFaults, ignoredFieldsOf } from './ignored-fields.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names of the operation's query parameters; absent for routes outside the contract. */
    queryNames?: readonly string[]
    /** The operation responds with a list. */
    isList?: boolean
    /** Query parameters that are not among `queryNames` are refused. */
    refusesUnknownParameters?: boolean
    /** The operation does more than it was asked to if an option is dropped. */
    isStrictBody?: boolean
    /** The operation changes something, whatever the version: the contract has no If-Match for it. */
    refusesIfMatch?: boolean
  }
}

/**
 * Input that the contract does not contain. Unknown parameters are refused by every operation that has some
 * (`refusesUnknownParameters`), because a dropped filter would return rows or figures that the caller did not ask for.
 * If-Match is refused by changes without versions, because a dropped condition would change what the caller wanted to keep. Unknown fields of a body are dropped, and
 * Guildhall-Ignored-Fields names them; operations with a dry run among their options refuse them. `Prefer: handling=strict`
 * (RFC 7240) refuses both on every operation.
 */
export const unknownInput = fp(async (app) => {
  app.addHook('preValidation', (request, _reply, done) => {
    refuseUnknownParameters(request)
    refuseCondition(request)
    done()
  })

  // Before Idempotency-Key, so that a refused request is not stored.
  app.addHook('preHandler', (request, reply, done) => {
    applyToUnknownFields(request, reply)
    done()
  })
})

const refuseUnknownParameters = (request: FastifyRequest): void => {
  const { queryNames, refusesUnknownParameters } = request.routeOptions.config
  if (!queryNames || !(refusesUnknownParameters || prefersStrict(request))) return
  const unknown = Object.keys(request.query as object).filter((name) => !queryNames.includes(name))
  if (unknown.length === 0) return
  const place = placeOf(request, queryNames)
  throw badInputs(
    unknown.slice(0, 50).map((name) => ({
      pointer: `query:${name.slice(0, 100)}`,
      message: spellingOf(name, queryNames) ?? `is not a parameter ${place}${adviceFor(name, queryNames)}`,
    })),
  )
}

/** Returns the fault of a name that differs from a known one by its case: the documents have some in both. */
const spellingOf = (name: string, known: readonly string[]): string | undefined => {
  const meant = known.find((one) => one.toLowerCase() === name.toLowerCase())
  return meant && `must be written ${meant}: names of parameters are case-sensitive`
}

const placeOf = ({ method, routeOptions }: FastifyRequest, known: readonly string[]): string => {
  const { isList } = routeOptions.config
  // Lists by POST have their parameters in the body.
  if (isList && method === 'POST') return 'in the query of this list. Use its body'
  return `of ${isList ? 'this list' : 'this operation'}${known.length > 0 ? `. Use ${known.join(', ')}` : ', which has none'}`
}

const refuseCondition = ({ headers, routeOptions }: FastifyRequest): void => {
  if (routeOptions.config.refusesIfMatch && headers['if-match'] !== undefined)
    throw badInput('header:If-Match', 'is not a header of this operation, which changes any version. Leave it out')
}

/**
 * Ignores fields of the contract that have no effect for this caller: the response names them like unknown ones. Call
 * it in the handler, before any work.
 *
 * @throws 400 with `Prefer: handling=strict`.
 */
export const ignoreFields = (
  request: FastifyRequest,
  reply: FastifyReply,
  names: readonly string[],
  why: string,
): void => {
  const { body } = request
  const sent = names.filter((name) => isSent(ownValue(body as Record<string, unknown>, name)))
  const pointers = sent.map((name) => `/${name}`)
  if (pointers.length === 0) return
  if (prefersStrict(request)) throw badInputs(pointers.map((pointer) => ({ pointer, message: why })))
  sendIgnored(reply, [...ignoredFieldsOf(body).map(({ pointer }) => pointer), ...pointers])
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null

const applyToUnknownFields = (request: FastifyRequest, reply: FastifyReply): void => {
  const isPreferred = prefersStrict(request)
  if (isPreferred) reply.header('preference-applied', 'handling=strict')
  const ignored = ignoredFieldsOf(request.body)
  if (ignored.length === 0) return
  if (isPreferred || request.routeOptions.config.isStrictBody)
    throw badInputs(ignoredFaults(request.body, 'is not a field of this operation'))
  sendIgnored(
    reply,
    ignored.map(({ pointer }) => pointer),
  )
  const similar = ignored.flatMap((field) => (field.similar === undefined ? [] : [field.similar]))
  if (similar.length > 0) reply.header('guildhall-similar-fields', pointerList(similar))
}

const sendIgnored = (reply: FastifyReply, pointers: readonly string[]): void => {
  reply.header('guildhall-ignored-fields', pointerList(pointers))
}

/** Returns pointers, percent-encoded, because a header contains only visible ASCII. */
const pointerList = (pointers: readonly string[]): string =>
  pointers.map((pointer) => pointer.split('/').map(encodeURIComponent).join('/')).join(', ')

const STRICT = /(^|[,;\s])handling\s*=\s*"?strict"?\s*($|[,;])/i

const prefersStrict = ({ headers }: FastifyRequest): boolean =>
  headers.prefer !== undefined && STRICT.test([headers.prefer].flat().join(','))
