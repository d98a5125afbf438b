import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenapiDocument } from '#kernel/contract/document'

type Format = 'json' | 'yaml'

interface ServedFile {
  content: Buffer
  etag: string
}

const TYPES = { json: 'application/json; charset=utf-8', yaml: 'application/yaml; charset=utf-8' } as const

interface ServedFiles {
  /** Sends the document, or 304. */
  send(format: Format, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  document(): Promise<OpenapiDocument>
}

/**
 * Returns functions that send and parse the OpenAPI document. `npm run build` has made its files. Without a build, as in tests,
 * they are made from the routes at the first request.
 */
export const servedFiles = (app: FastifyInstance): ServedFiles => {
  const loaded = new Map<Format, Promise<ServedFile>>()
  const load = (format: Format): Promise<ServedFile> => {
    const file = loaded.get(format) ?? readBuilt(format).catch(() => makeFile(app, format))
    loaded.set(format, file)
    return file
  }
  return {
    send: async (format, request, reply) => {
      const { content, etag } = await load(format)
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(TYPES[format]).send(content)
    },
    document: async () => JSON.parse((await load('json')).content.toString('utf8')) as OpenapiDocument,
  }
}

const readBuilt = async (format: Format): Promise<ServedFile> =>
  taggedFile(await readFile(new URL(`openapi.${format}`, import.meta.url)))

const makeFile = (app: FastifyInstance, format: Format): ServedFile =>
  taggedFile(Buffer.from(format === 'yaml' ? app.swagger({ yaml: true }) : JSON.stringify(app.swagger())))

const taggedFile = (content: Buffer): ServedFile => ({
  content,
  etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
})
