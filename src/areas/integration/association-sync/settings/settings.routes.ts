import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/association-sync'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentSettings } from './settings.presenter.ts'
import { findSettings } from './settings.queries.ts'
import { saveSettings } from './settings.service.ts'

/** The settings of the sync. */
export const associationSettings: FastifyPluginAsync = async (app) => {
  serve(app, operations.getAssociationSettings, async ({ scope }, reply) => {
    const settings = await findSettings(scope.db.prisma, scope)
    sendVersion(reply, settings?.auditId ?? 0)
    return presentSettings(settings)
  })

  serve(app, operations.saveAssociationSettings, async (request, reply) => {
    const { scope, body } = request
    const saved = await saveSettings(scope, app, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, saved.auditId)
    return presentSettings(saved)
  })
}
