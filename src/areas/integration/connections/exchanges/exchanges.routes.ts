import type { FastifyPluginAsync } from 'fastify'
import { type ExchangeFilterInput, operations } from '#contract/integration/connections'
import { serve } from '#kernel/http/serve'
import { serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendRow, sendRows } from '#kernel/listing/list-rows'
import { toolsOf } from '../channel/channel.routes.ts'
import { saveConsent } from './consent.service.ts'
import { parseExchangeId } from './exchanges.input.ts'
import { exchangeList } from './exchanges.listing.ts'
import { presentExchange, presentTenant } from './exchanges.presenter.ts'
import { getExchange } from './exchanges.queries.ts'
import { deleteExchange, saveExchange } from './exchanges.service.ts'
import { searchTenants } from './tenant-search.service.ts'

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'ExchangeFilter#' }

/** Serves exchanges: which tenants can pass contacts to which. */
export const exchanges: FastifyPluginAsync = async (app) => {
  serve(app, operations.listExchanges, async (request) => {
    const filter = parseOptions<ExchangeFilterInput>(request, request.query.options, FILTER)
    return sendRows(request.scope, exchangeList(request.scope), parseListFields(filter, 'query:options/'))
  })

  serve(app, operations.searchExchanges, async (request, reply) =>
    sendList(request, reply, exchangeList(request.scope), parseListFields(request.body), { hasNextLink: false }),
  )

  serve(app, operations.lookupSourceTenants, async (request) =>
    (await searchTenants(request.scope, toolsOf(app, request), request.params.search)).map(presentTenant),
  )

  serve(app, operations.lookupTargetTenants, async (request) =>
    (await searchTenants(request.scope, toolsOf(app, request), request.params.search)).map(presentTenant),
  )

  serveRecord(
    app,
    operations.getExchange,
    (scope, { params }) => getExchange(scope, params.exchangeid),
    presentExchange,
  )

  serve(app, operations.saveExchange, async (request, reply) => {
    const { scope, params, body } = request
    const id = parseExchangeId(params.exchangeid)
    const saved = await saveExchange(scope, toolsOf(app, request), id, body, expectedIfMatch(request))
    sendVersion(reply, saved.auditId)
    return sendRow(scope, exchangeList(scope), saved.id, 'exchange')
  })

  serve(app, operations.deleteExchange, async (request) => {
    await deleteExchange(request.scope, toolsOf(app, request), request.params.exchangeid, expectedIfMatch(request))
    return {}
  })

  serve(app, operations.acceptExchange, async (request, reply) => {
    const { scope, params } = request
    const saved = await saveConsent(scope, params.exchangeid, 'Accepted', expectedIfMatch(request))
    sendVersion(reply, saved.auditId)
    return sendRow(scope, exchangeList(scope), saved.id, 'exchange')
  })

  serve(app, operations.declineExchange, async (request, reply) => {
    const { scope, params } = request
    const saved = await saveConsent(scope, params.exchangeid, 'Declined', expectedIfMatch(request))
    sendVersion(reply, saved.auditId)
    return sendRow(scope, exchangeList(scope), saved.id, 'exchange')
  })
}
