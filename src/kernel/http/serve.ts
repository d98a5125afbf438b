import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ANY_CREDENTIAL } from '../auth/access.ts'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '../contract/schema.ts'

/** A request whose parts have the types of the contract's operation. */
export type RequestOf<O extends Operation> = FastifyRequest<{
  Params: ParamsOf<O>
  Querystring: QueryOf<O>
  Body: BodyOf<O>
}>

/** JSON that PostgreSQL has made, sent as it is: a test holds it against the contract's schema. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Content of another media type than JSON, sent as it is. */
export class PlainContent {
  readonly type: string
  readonly text: string

  /** @param type with its charset: `text/html; charset=utf-8`. */
  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

/** Answers what the contract documents, or that as text. */
export type Handler<O extends Operation> = (
  request: RequestOf<O>,
  reply: FastifyReply,
) => Promise<AnswerOf<O> | JsonText | PlainContent>

export interface ServeOptions {
  /** Bytes, where an operation takes more than the server's limit. */
  bodyLimit?: number
}

/**
 * Registers one operation of the contract: its method, path, schema and who may call it come from there, so that what
 * is served and what is documented cannot differ.
 */
export const serve = <O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: Handler<O>,
  options: ServeOptions = {},
): void => {
  app.route({
    method: operation.method,
    url: operation.url,
    schema: operation.schema,
    config: operation.isPublic ? { isPublic: true } : { scope: operation.scope ?? ANY_CREDENTIAL },
    ...options,
    handler: async (request, reply) => {
      const answer = await handler(request as RequestOf<O>, reply)
      if (answer instanceof PlainContent) return reply.type(answer.type).send(Buffer.from(answer.text))
      if (!(answer instanceof JsonText)) return answer
      // As bytes: Fastify and Node would each measure a text before Node writes it, a fifth of a large answer's cost.
      return reply.type('application/json; charset=utf-8').send(Buffer.from(answer.text))
    },
  })
}
