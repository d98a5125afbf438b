import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { operations } from '#contract/finance/ledger-settings'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { sendPage } from '#services/pages/send-page'
import { SETTINGS_PATH } from '../ledger-settings.presenter.ts'
import { findInstallation, getServiceSide } from '../ledger-settings.queries.ts'
import { END_PAGES, presentKey, presentRedirect } from './connections.presenter.ts'
import { connectLedgerSide, disconnectLedgerSide, finishAuthorization, parseState } from './ledger-side.service.ts'
import { connectServiceSide, disconnectServiceSide, setConnectorKey } from './service-side.service.ts'

const CALLBACK_PATH = '/api/public/ledgersettings/callback'

/** A GET that changes state: no cache may respond to it. */
const notCached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store')

/** The connections of both sides: the access of the ledger to this service, and that of this service to the ledger. */
export const connections: FastifyPluginAsync = async (app) => {
  serve(app, operations.connectAms, async ({ method, scope }, reply) => {
    notCached(reply)
    if (method !== 'HEAD') {
      await connectServiceSide(scope)
      await app.credentialsSettled()
    }
    return presentRedirect(SETTINGS_PATH, null)
  })

  serve(app, operations.connectLedger, async (request, reply) => {
    notCached(reply)
    const { method, scope } = request
    if (method === 'HEAD') return presentRedirect(SETTINGS_PATH, null)
    const redirectUrl = `${app.feedAddresses.origin(request)}${CALLBACK_PATH}`
    return presentRedirect(SETTINGS_PATH, await connectLedgerSide(scope, app, redirectUrl))
  })

  serve(app, operations.finishLedgerConnection, async (request, reply) => {
    const { state = '', code, realmId } = request.query
    const parsed = parseState(state)
    const scope = parsed && request.method !== 'HEAD' && (await app.visitorScope(request, { id: parsed.tenantId }))
    const end = scope
      ? await finishAuthorization(scope, app, parsed.hash, { code, companyId: realmId })
      : 'invalid-state'
    const { status, text } = END_PAGES[end]
    return sendPage(reply, text, { status })
  })

  serve(app, operations.disconnectAms, async ({ scope, body }) => {
    await disconnectServiceSide(scope, [body.AmsInstallationId, body.LdgInstallationId])
    await app.credentialsSettled()
    return {}
  })

  serveAction(app, operations.disconnectLedger, (scope, { body }) =>
    disconnectLedgerSide(scope, app, [body.AmsInstallationId, body.LdgInstallationId]),
  )

  serve(app, operations.getServiceConnectionKey, async ({ scope }) =>
    presentKey(await getServiceSide(scope, await findInstallation(scope))),
  )

  serve(app, operations.saveServiceConnectionKey, async ({ scope, body }) => {
    await setConnectorKey(scope, body.Key ?? '', app.findApiKey)
    await app.credentialsSettled()
    return {}
  })
}
