import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusesIfMatch } from '../contract/conditions.ts'
import { isListOperation, queryNamesOf, refusesUnknownParameters } from '../contract/lists.ts'
import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '../contract/schema.ts'
import { ANY_CREDENTIAL, type TakesCredential } from './caller.ts'
import { followMerges } from './merged-contacts.ts'
import { operationKey } from './named-operation.plugin.ts'
import { pathIdCheckOf } from './path-ids.ts'
import { dayReaderOf } from './request-days.ts'

/** A request whose parts have the types of the contract's operation. */
export type RequestOf<O extends Operation> = FastifyRequest<{
  Params: ParamsOf<O>
  Querystring: QueryOf<O>
  Body: BodyOf<O>
}>

/** JSON that PostgreSQL has made, sent unchanged: a test validates it against the contract's schema. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Content of another media type than JSON, sent unchanged. */
export class PlainContent {
  readonly type: string
  readonly content: string | Uint8Array
  /** The header Content-Disposition of a download. */
  readonly disposition: string | undefined

  /** @param type with its charset: `text/html; charset=utf-8`. */
  constructor(type: string, content: string | Uint8Array, disposition?: string) {
    this.type = type
    this.content = content
    this.disposition = disposition
  }
}

/** Returns what the contract documents, or the same as text. */
export type Handler<O extends Operation> = (
  request: RequestOf<O>,
  reply: FastifyReply,
) => Promise<ResponseOf<O> | JsonText | PlainContent>

export interface ServeOptions {
  /** Bytes, if an operation accepts more than the server's limit. */
  bodyLimit?: number
  /** On a public operation, an optional credential identifies the caller. */
  takesCredential?: TakesCredential
  /** The path contains a secret, so it is left out of the log. */
  hasSecretPath?: boolean
  /** Members can call it with the scope `self`, whatever scope it requires of staff. */
  acceptsMembers?: boolean
  /**
   * Patterns of path parameters. Static segments match first: without a pattern, `/items/1/:id` would also get the
   * requests of `/items/:itemid/parts` for the item 1.
   */
  patterns?: Readonly<Record<string, string>>
}

/**
 * Registers one operation of the contract. Method, path, schema and required scope come from there, so that the served
 * and the documented operation cannot differ. The ids of merged contacts mean their winners (`followMerges`), and instants sent
 * for days mean the tenant's days (`dayReaderOf`). An id beyond the range of its column is 404 (`pathIdCheckOf`).
 */
export const serve = <O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: Handler<O>,
  {
    takesCredential = false,
    hasSecretPath = false,
    acceptsMembers = false,
    patterns = {},
    ...options
  }: ServeOptions = {},
): void => {
  const checkIds = pathIdCheckOf(operation)
  const readDays = dayReaderOf(operation)
  const handle = followMerges(operation, (request, reply) => handler(request as RequestOf<O>, reply))
  app.route({
    method: operation.method,
    url: withPatterns(operation.url, patterns),
    schema: operation.schema,
    config: {
      operationKey: operationKey(operation),
      cost: operation.cost ?? 1,
      ...(operation.isPublic
        ? { isPublic: true, takesCredential, hasSecretPath }
        : { scope: operation.scope ?? ANY_CREDENTIAL, acceptsMembers }),
      queryNames: queryNamesOf(operation),
      isList: isListOperation(operation),
      refusesUnknownParameters: refusesUnknownParameters(operation),
      isStrictBody: operation.isStrictBody ?? false,
      refusesIfMatch: refusesIfMatch(operation),
    },
    ...options,
    handler: async (request, reply) => {
      checkIds?.(request.params)
      readDays?.(request)
      const result = await handle(request, reply)
      if (result instanceof PlainContent) return sendContent(reply, result)
      if (!(result instanceof JsonText)) return result
      // As text: to make bytes of a page first takes 15 us more, and memory outside of the heap.
      return reply.type('application/json; charset=utf-8').send(result.text)
    },
  })
}

const withPatterns = (url: string, patterns: Readonly<Record<string, string>>): string =>
  Object.entries(patterns).reduce((made, [name, pattern]) => made.replace(`:${name}`, `:${name}(${pattern})`), url)

const sendContent = (reply: FastifyReply, { type, content, disposition }: PlainContent): FastifyReply => {
  if (disposition !== undefined) reply.header('content-disposition', disposition)
  return reply.type(type).send(typeof content === 'string' ? content : Buffer.from(content))
}
