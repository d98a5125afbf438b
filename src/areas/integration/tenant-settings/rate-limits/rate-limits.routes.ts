import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/tenant-settings'
import { JsonText, serve } from '#kernel/http/serve'
import { readRateLimits } from './rate-limits.queries.ts'

/** The rate limits of the server, and their use by the tenant. */
export const rateLimits: FastifyPluginAsync = async (app) => {
  serve(app, operations.getRateLimits, async ({ scope }) => {
    const unspent = await app.unspentTokens(scope.db.tenantId)
    return new JsonText(await readRateLimits(scope, { ...app.rateLimits, unspent }))
  })
}
