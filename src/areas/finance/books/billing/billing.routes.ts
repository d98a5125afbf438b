import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/billing'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentBilling } from './billing.presenter.ts'
import { getBilling } from './billing.queries.ts'
import { saveBilling } from './billing.service.ts'

/** How contacts are billed. */
export const billing: FastifyPluginAsync = async (app) => {
  serve(app, operations.getContactBilling, async ({ scope, params }, reply) => {
    const found = await getBilling(scope, params.contactId)
    sendVersion(reply, found.auditId)
    return presentBilling(found)
  })

  serve(app, operations.saveContactBilling, async (request, reply) => {
    const { scope, params, body } = request
    // Before the first change, the version that was read is 0.
    const expected = { ...expectedVersion(request, body.AuditId), auditId: body.AuditId ?? null }
    const saved = await saveBilling(scope, params.contactId, body, expected)
    sendVersion(reply, saved.auditId)
    return presentBilling(saved)
  })
}
