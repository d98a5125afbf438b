import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/integration/native-integrations'
import { jsonMessage } from '#kernel/http/response-message'
import { JsonText, serve } from '#kernel/http/serve'
import { serveDelete, serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { getRecord } from '#kernel/records/read'
import { compareByName } from '#kernel/text/by-name'
import { getOfferedApp, listApps } from './catalog/catalog.model.ts'
import { nativeConnections } from './connections/connections.routes.ts'
import { nativeExecutions } from './executions/executions.routes.ts'
import { nativeFeeds } from './feeds.routes.ts'
import { parseId, parseValues } from './native-integrations.input.ts'
import {
  type Presentation,
  presentApp,
  presentConfiguration,
  presentIntegration,
} from './native-integrations.presenter.ts'
import { findNextRuns, integrationKind, listIntegrations } from './native-integrations.queries.ts'
import { configure, installApp, uninstall } from './native-integrations.service.ts'

/** Serves apps that send records to other services, installed per tenant. */
export const nativeIntegrations: FastifyPluginAsync = async (app) => {
  await app.register(nativeConnections)
  await app.register(nativeExecutions)
  await app.register(nativeFeeds)

  const presentationOf = async (request: FastifyRequest, integrationId?: number): Promise<Presentation> => ({
    scope: request.scope,
    feeds: { secrets: app.feedAddresses, origin: app.feedAddresses.origin(request) },
    nextRuns: await findNextRuns(request.scope, integrationId),
  })

  serve(app, operations.installNativeApp, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { method, scope, params } = request
    if (method === 'HEAD') return new JsonText('{}')
    const integration = await installApp(scope, getOfferedApp(params.id, app.connectorConfig), app.feedAddresses)
    return presentIntegration(await presentationOf(request, integration.id), integration)
  })

  serve(app, operations.listNativeIntegrations, async (request) => {
    const presentation = await presentationOf(request)
    const installed = await listIntegrations(request.scope)
    const known = new Set(installed.map(({ appId }) => appId))
    const others = listApps(app.connectorConfig).filter(({ id }) => !known.has(id))
    const rows = [
      ...installed.map((one) => presentIntegration(presentation, one)),
      ...others.map((one) => presentApp(presentation, one)),
    ]
    return jsonMessage(rows.sort((a, b) => compareByName({ id: 0, name: a.Name ?? '' }, { id: 0, name: b.Name ?? '' })))
  })

  serve(app, operations.getNativeIntegration, async (request, reply) => {
    const integration = await getRecord(request.scope, integrationKind, parseId(request.params.id))
    sendVersion(reply, integration.auditId)
    return jsonMessage(presentIntegration(await presentationOf(request, integration.id), integration))
  })

  serveDelete(app, operations.uninstallNativeIntegration, (scope, { params, expected }) =>
    uninstall(scope, app, parseId(params.id), expected),
  )

  serveRecord(
    app,
    operations.getNativeIntegrationConfiguration,
    (scope, { params }) => getRecord(scope, integrationKind, parseId(params.id)),
    presentConfiguration,
  )

  serve(app, operations.saveNativeIntegrationConfiguration, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { method, scope, params, query } = request
    const id = parseId(params.id)
    const integration =
      query.values === undefined || query.values.trim() === '' || method === 'HEAD'
        ? await getRecord(scope, integrationKind, id)
        : await configure(scope, id, parseValues(query.values), expectedIfMatch(request), app.feedAddresses)
    sendVersion(reply, integration.auditId)
    return presentConfiguration(integration)
  })
}
