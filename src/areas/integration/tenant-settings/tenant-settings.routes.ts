import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/tenant-settings'
import { JsonText, serve } from '#kernel/http/serve'
import { serveRecord } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { readRateLimits } from './rate-limits.queries.ts'
import { presentTenantSettings } from './tenant-settings.presenter.ts'
import { getTenantSettings } from './tenant-settings.queries.ts'
import { saveTenantSettings } from './tenant-settings.service.ts'

/** Serves the settings that apply to the whole tenant. */
export const tenantSettings: FastifyPluginAsync = async (app) => {
  await app.register(rateLimits)

  serveRecord(app, operations.getTenantSettings, (scope) => getTenantSettings(scope), presentTenantSettings)

  serve(app, operations.saveTenantSettings, async (request, reply) => {
    const { scope, body } = request
    const settings = await saveTenantSettings(scope, app.files, body, expectedVersion(request, body.AuditId))
    await app.credentialsSettled()
    sendVersion(reply, settings.auditId)
    return presentTenantSettings(settings)
  })
}

/** Serves the rate limits of the server, and their use by the tenant. */
const rateLimits: FastifyPluginAsync = async (app) => {
  serve(app, operations.getRateLimits, async ({ scope }) => {
    const unspent = await app.unspentTokens(scope.db.tenantId)
    return new JsonText(await readRateLimits(scope, { ...app.rateLimits, unspent }))
  })
}
