import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/ledger-settings'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { connections } from './connections/connections.routes.ts'
import { embeddedLedgerRecords } from './embedded/embedded-ledger.routes.ts'
import { installation } from './installation.routes.ts'
import { presentBase, presentSettings } from './ledger-settings.presenter.ts'
import { findInstallation, getServiceSide } from './ledger-settings.queries.ts'
import { saveSettings } from './ledger-settings.service.ts'
import { ledgerMappings } from './mappings/mappings.routes.ts'
import { ledgerLog } from './sync/ledger-log.routes.ts'

/** The connection to an external accounting ledger: its installation, both sides, the mappings, and the log. */
export const ledgerSettings: FastifyPluginAsync = async (app) => {
  await app.register(installation)
  await app.register(connections)
  await app.register(ledgerMappings)
  await app.register(embeddedLedgerRecords)
  await app.register(ledgerLog)

  serve(app, operations.getLedgerSettings, async ({ scope }, reply) => {
    const found = await findInstallation(scope)
    if (found) sendVersion(reply, found.auditId)
    return presentSettings(scope, found, await getServiceSide(scope, found))
  })

  serve(app, operations.saveLedgerSettings, async (request, reply) => {
    const { scope, body } = request
    const saved = await saveSettings(scope, body, expectedIfMatch(request))
    sendVersion(reply, saved.auditId)
    return presentSettings(scope, saved, await getServiceSide(scope, saved))
  })

  serve(app, operations.getLedgerBase, async ({ scope }) => presentBase(scope, await findInstallation(scope)))
}
