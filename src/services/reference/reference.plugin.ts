import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#kernel/config/settings'
import { notFound } from '#kernel/errors/problem'
import { publicOrigin } from '#kernel/http/public-origin'
import { servedFiles } from '#services/reference/served-files'
import { sendPage } from '../pages/send-page.ts'
import { areaPage, contentsPage, searchPage } from './contents.page.ts'
import { operationPage } from './operation.page.ts'
import { problemsPage } from './problems.page.ts'
import { buildReference, type ReferenceModel } from './reference-model.ts'
import { SCRIPT, SCRIPT_PATH } from './script.ts'
import { buildSearch, type SearchHit, type SearchIndex } from './search-index.ts'
import { REFERENCE_STYLE, REFERENCE_STYLE_PATH } from './style.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds operations, the best first: by a question, words, the name of a field, a path or an id. */
    searchOperations(query: string): Promise<SearchHit[]>
  }
}

const PUBLIC = { config: { isPublic: true } } as const
const PAGE = { hasScript: true, hasRequests: true } as const

/** The model of the document, and its search. */
interface Reference {
  model: ReferenceModel
  search: SearchIndex
}

/**
 * Serves the OpenAPI document at `/openapi.json`, and the reference at `/reference`: pages of this server, by area, section and
 * operation, with a full-text search. They show the operations that are served.
 */
export const reference = fp<{ config: Config }>(async (app, { config }) => {
  const files = servedFiles(app)
  for (const format of ['json', 'yaml'] as const) {
    const urls = format === 'json' ? ['/openapi.json', '/reference/json'] : ['/reference/yaml']
    for (const url of urls) app.get(url, PUBLIC, (request, reply) => files.send(format, request, reply))
  }
  serveAssets(app)

  let made: Promise<Reference> | undefined
  /** Opens the pages at the first request: most processes never need them. */
  const open = (): Promise<Reference> => {
    made ??= files.document().then((document) => {
      const model = buildReference(document)
      return { model, search: buildSearch(model) }
    })
    return made
  }

  app.decorate('searchOperations', async (query: string) => (await open()).search(query))

  app.get('/reference', PUBLIC, async (_request, reply) => sendPage(reply, contentsPage((await open()).model), PAGE))

  let problems: string | undefined
  app.get('/reference/problems', PUBLIC, async (_request, reply) => {
    problems ??= problemsPage()
    return sendPage(reply, problems, PAGE)
  })

  app.get('/reference/search', PUBLIC, async (request, reply) => {
    const query = textOf(request.query, 'q')
    return sendPage(reply, searchPage(query, await app.searchOperations(query)), PAGE)
  })

  app.get('/reference/areas/:area', PUBLIC, async (request, reply) => {
    const name = textOf(request.params, 'area').toLowerCase()
    const area = (await open()).model.areas.find((one) => one.name === name)
    if (!area) throw notFound('area')
    return sendPage(reply, areaPage(area), PAGE)
  })

  app.get('/reference/operations/:operationId', PUBLIC, async (request, reply) => {
    const { model } = await open()
    const operation = model.byId.get(textOf(request.params, 'operationId').toLowerCase())
    if (!operation) throw notFound('operation')
    return sendPage(reply, operationPage(model, operation, publicOrigin(request, config.publicUrl)), PAGE)
  })
})

/** Serves the style sheet and the script, whose paths change with their content. */
const serveAssets = (app: FastifyInstance): void => {
  const assets = [
    { path: REFERENCE_STYLE_PATH, type: 'text/css; charset=utf-8', text: REFERENCE_STYLE },
    { path: SCRIPT_PATH, type: 'text/javascript; charset=utf-8', text: SCRIPT },
  ]
  for (const { path, type, text } of assets) {
    app.get(path, PUBLIC, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(text),
    )
  }
}

/** Returns a member of the parameters, as text; empty if it is absent or a list. */
const textOf = (values: FastifyRequest['query'], name: string): string => {
  const value = new Map(Object.entries(values ?? {})).get(name)
  return typeof value === 'string' ? value : ''
}
