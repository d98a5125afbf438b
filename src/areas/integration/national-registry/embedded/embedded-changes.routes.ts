import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/association-sync'
import { serve } from '#kernel/http/serve'
import { addRegistryChange } from './embedded-changes.service.ts'

export const embeddedChanges: FastifyPluginAsync = async (app) => {
  serve(app, operations.addEmbeddedRegistryChange, ({ scope, body }) => addRegistryChange(scope, body))
}
