import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/association-sync'
import { serve } from '#kernel/http/serve'
import { serveSavedRecord } from '#kernel/http/serve-forms'
import { sendVersion } from '#kernel/http/versions'
import { findSettings } from '../association-sync.queries.ts'
import { presentSettings } from './settings.presenter.ts'
import { saveSettings } from './settings.service.ts'

export const associationSettings: FastifyPluginAsync = async (app) => {
  serve(app, operations.getAssociationSettings, async ({ scope }, reply) => {
    const settings = await findSettings(scope.db.prisma, scope)
    sendVersion(reply, settings?.auditId ?? 0)
    return presentSettings(settings)
  })

  serveSavedRecord(
    app,
    operations.saveAssociationSettings,
    (scope, { body, expected }) => saveSettings(scope, app, body, expected),
    (saved) => presentSettings(saved),
  )
}
