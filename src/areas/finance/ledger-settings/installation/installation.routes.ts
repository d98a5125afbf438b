import type { FastifyPluginAsync } from 'fastify'
import { getClosedPeriod } from '#areas/finance/books/closed-period.queries'
import { operations } from '#contract/finance/ledger-settings'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { findInstallation } from '../ledger-settings.queries.ts'
import { isOnlineConfigured } from '../online/online-oauth.adapter.ts'
import { presentInstallation } from './installation.presenter.ts'
import { saveInstallation } from './installation.service.ts'

/** The installation of the ledger, and its closed period. */
export const installation: FastifyPluginAsync = async (app) => {
  serve(app, operations.getLedgerInstall, async ({ scope }, reply) => {
    const found = await findInstallation(scope)
    if (found) sendVersion(reply, found.auditId)
    return presentInstallation(found, await getClosedPeriod(scope))
  })

  serve(app, operations.saveLedgerInstall, async (request, reply) => {
    const { scope, body } = request
    const isOnline = isOnlineConfigured(app.connectorConfig)
    const { saved, period } = await saveInstallation(scope, body, { isOnline, expected: expectedIfMatch(request) })
    sendVersion(reply, saved.auditId)
    return presentInstallation(saved, period)
  })
}
