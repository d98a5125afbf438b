import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/integration/native-integrations'
import { JsonText, serve } from '#kernel/http/serve'
import { sendPage } from '#services/pages/send-page'
import { parseId } from '../native-integrations.input.ts'
import { listIntegrations } from '../native-integrations.queries.ts'
import { END_PAGES, presentConnectorState, presentStart } from './connections.presenter.ts'
import {
  authorizeAgain,
  connect,
  disconnect,
  finishAuthorization,
  parseState,
  startConnection,
} from './connections.service.ts'

const CALLBACK_PATH = '/api/public/native/callback'

/** Serves the connectors of integrations. */
export const nativeConnections: FastifyPluginAsync = async (app) => {
  const callbackOf = (request: FastifyRequest) => `${app.feedAddresses.origin(request)}${CALLBACK_PATH}`

  serve(app, operations.listConnectedConnectors, async ({ scope }) =>
    (await listIntegrations(scope))
      .filter(({ connector }) => connector !== null)
      .map(presentConnectorState)
      .sort((a, b) => ((a.ConnectorName ?? '') < (b.ConnectorName ?? '') ? -1 : 1)),
  )

  serve(app, operations.startConnectorConnection, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { method, scope, params } = request
    if (method === 'HEAD') return new JsonText('{}')
    return presentStart(await startConnection(scope, app, params.connectorname, callbackOf(request)))
  })

  serve(app, operations.connectIntegration, async ({ scope, params, body }) => {
    const key = { name: params.connectorname, id: parseId(params.integrationid) }
    return presentConnectorState(await connect(scope, app, key, body ?? {}))
  })

  serve(app, operations.disconnectIntegration, async ({ scope, params }) => {
    const key = { name: params.connectorname, id: parseId(params.integrationid) }
    return presentConnectorState(await disconnect(scope, app, key))
  })

  serve(app, operations.authorizeNativeConnection, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { method, scope, params } = request
    if (method === 'HEAD') return new JsonText('{}')
    const key = { id: parseId(params.id), connectorId: parseId(params.connectorid) }
    const location = await authorizeAgain(scope, app, key, callbackOf(request))
    return {
      Version: '1.1',
      Content: location,
      StatusCode: '200',
      ReasonPhrase: 'OK',
      Headers: { 'content-type': 'text/plain; charset=utf-8', location },
      RequestMessage: null,
      IsSuccessStatusCode: true,
    }
  })

  serve(app, operations.finishNativeConnection, async (request, reply) => {
    const { state = '', code } = request.query
    const parsed = parseState(state)
    const scope = parsed && request.method !== 'HEAD' && (await app.visitorScope(request, { id: parsed.tenantId }))
    const end = scope ? await finishAuthorization(scope, app, parsed.hash, code) : 'invalid-state'
    const { status, text } = END_PAGES[end]
    return sendPage(reply, text, { status })
  })
}
