import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/closed-period'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentClosedPeriod } from './closed-period.presenter.ts'
import { getClosedPeriod } from './closed-period.queries.ts'
import { saveClosedPeriod } from './closed-period.service.ts'

/** The period in which nothing is posted. */
export const closedPeriod: FastifyPluginAsync = async (app) => {
  serve(app, operations.getClosedPeriod, async ({ scope }, reply) => {
    const found = await getClosedPeriod(scope)
    sendVersion(reply, found.auditId)
    return presentClosedPeriod(found)
  })

  serve(app, operations.saveClosedPeriod, async (request, reply) => {
    const { scope, body } = request
    const saved = await saveClosedPeriod(scope, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, saved.auditId)
    return presentClosedPeriod(saved)
  })
}
