/**
 * The usual forms of a handler, alongside `serve`: one line per operation, with the types of the contract. A handler of
 * another form is written out with `serve`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditIdReaderOf } from '../contract/conditions.ts'
import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '../contract/schema.ts'
import { type List, type ListOptions, sendList } from '../listing/list-response.ts'
import { sendVersionedRow, type VersionedRow } from '../listing/list-rows.ts'
import type { ListInput } from '../listing/request.ts'
import type { ExpectedVersion } from '../records/versions.ts'
import type { Scope } from '../tenancy/scope.ts'
import { type Choice, presentChoices } from './lookup-choices.ts'
import { serve } from './serve.ts'
import { expectedIfMatch, expectedVersion, sendVersion } from './versions.ts'

/** What the caller sent. */
interface Call<O extends Operation> {
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
}

/** What the caller sent for a change, with the version that it expects. */
interface Change<O extends Operation> extends Call<O> {
  expected: ExpectedVersion
}

type Read<O extends Operation, T> = (scope: Scope, call: Call<O>) => Promise<T>
type Write<O extends Operation, T> = (scope: Scope, change: Change<O>) => Promise<T>
type Present<O extends Operation, T> = (record: T, scope: Scope) => ResponseOf<O> | Promise<ResponseOf<O>>

/** A record with its version, which becomes the ETag. */
interface Versioned {
  auditId: number
}

/** Serves a list with filter, order and pages. `list` is the same for every caller, or made for one. */
export const serveList = <O extends Operation>(
  app: FastifyInstance,
  operation: O,
  list: List | ((scope: Scope, call: Call<O>) => List),
  parse: (query: QueryOf<O>) => ListInput,
  options?: ListOptions,
): void =>
  serve(app, operation, (request, reply) => {
    const call = callOf(operation, request)
    const found = typeof list === 'function' ? list(request.scope, call) : list
    return sendList(request, reply, found, parse(call.query), options)
  })

/** Serves the entries of a lookup. */
export const serveLookup = <O extends Operation, Id extends number | string>(
  app: FastifyInstance,
  operation: O,
  read: Read<O, readonly Choice<Id>[]>,
): void =>
  serve(
    app,
    operation,
    async (request) => presentChoices(await read(request.scope, callOf(operation, request))) as ResponseOf<O>,
  )

/** Serves a record in the shape of its list. */
export const serveRow = <O extends Operation>(app: FastifyInstance, operation: O, read: Read<O, VersionedRow>): void =>
  serve(app, operation, async (request, reply) =>
    sendVersionedRow(reply, await read(request.scope, callOf(operation, request))),
  )

/** Serves a record by its presenter. */
export const serveRecord = <O extends Operation, T extends Versioned>(
  app: FastifyInstance,
  operation: O,
  read: Read<O, T>,
  present: Present<O, T>,
): void =>
  serve(app, operation, async (request, reply) => {
    const record = await read(request.scope, callOf(operation, request))
    sendVersion(reply, record.auditId)
    return present(record, request.scope)
  })

/** Serves a save that responds with the record in the shape of its list. */
export const serveSave = <O extends Operation>(
  app: FastifyInstance,
  operation: O,
  save: Write<O, VersionedRow>,
): void => {
  const readChange = changeReaderOf(operation)
  serve(app, operation, async (request, reply) =>
    sendVersionedRow(reply, await save(request.scope, readChange(request))),
  )
}

/** Serves a save that responds with the record by its presenter. */
export const serveSavedRecord = <O extends Operation, T extends Versioned>(
  app: FastifyInstance,
  operation: O,
  save: Write<O, T>,
  present: Present<O, T>,
): void => {
  const readChange = changeReaderOf(operation)
  serve(app, operation, async (request, reply) => {
    const record = await save(request.scope, readChange(request))
    sendVersion(reply, record.auditId)
    return present(record, request.scope)
  })
}

/** Serves a deletion, or another change, that responds with an empty object. */
export const serveDelete = <O extends Operation>(
  app: FastifyInstance,
  operation: O,
  remove: Write<O, unknown>,
): void => {
  const readChange = changeReaderOf(operation)
  serve(app, operation, async (request) => {
    await remove(request.scope, readChange(request))
    return {} as ResponseOf<O>
  })
}

/** Serves an action without a version that responds with an empty object. */
export const serveAction = <O extends Operation>(app: FastifyInstance, operation: O, act: Read<O, unknown>): void =>
  serve(app, operation, async (request) => {
    await act(request.scope, callOf(operation, request))
    return {} as ResponseOf<O>
  })

/**
 * Returns the parts of a request by the types of its operation: TypeScript does not derive them while the operation is
 * open.
 */
const callOf = <O extends Operation>(_operation: O, request: unknown): Call<O> => request as Call<O>

/** Returns the reader of a change. The version comes from where the operation documents it, in path or body, else If-Match. */
const changeReaderOf = <O extends Operation>(operation: O): ((request: FastifyRequest) => Change<O>) => {
  const readAuditId = auditIdReaderOf(operation)
  return (request) => {
    const { params, query, body } = callOf(operation, request)
    const expected = readAuditId ? expectedVersion(request, readAuditId(request)) : expectedIfMatch(request)
    return { params, query, body, expected }
  }
}
