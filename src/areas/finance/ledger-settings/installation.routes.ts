import type { FastifyPluginAsync } from 'fastify'
import { getClosedPeriod, type StoredClosedPeriod } from '#areas/finance/books/closed-period.queries'
import { type LedgerInstall, operations } from '#contract/finance/ledger-settings'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { dayOf } from '#kernel/time/day'
import { saveInstallation } from './installation.service.ts'
import type { Installation } from './ledger-settings.model.ts'
import { findInstallation } from './ledger-settings.queries.ts'
import { isOnlineConfigured } from './online/online-oauth.adapter.ts'

const presentInstallation = (
  installation: Installation | null,
  { closedThrough, chosenThrough }: StoredClosedPeriod,
): LedgerInstall => ({
  Id: installation && String(installation.id),
  ClosedPeriodEnabled: closedThrough !== null,
  DisplayMessage: messageOf(installation, closedThrough),
  SetupClosedPeriod: chosenThrough && dayOf(chosenThrough),
})

const messageOf = (installation: Installation | null, closedThrough: Date | null): string => {
  if (!installation) return 'No ledger is installed. Save the installation without Id to install one.'
  return closedThrough ? `The period until ${dayOf(closedThrough)} is closed.` : 'No period is closed.'
}

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
