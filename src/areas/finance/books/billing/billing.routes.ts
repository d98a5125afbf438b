import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/billing'
import { serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { presentBilling } from './billing.presenter.ts'
import { getBilling } from './billing.queries.ts'
import { saveBilling } from './billing.service.ts'

/** How contacts are billed. */
export const billing: FastifyPluginAsync = async (app) => {
  serveRecord(
    app,
    operations.getContactBilling,
    (scope, { params }) => getBilling(scope, params.contactId),
    presentBilling,
  )

  serveSavedRecord(
    app,
    operations.saveContactBilling,
    // Before the first change, the version that was read is 0.
    (scope, { params, body, expected }) =>
      saveBilling(scope, params.contactId, body, { ...expected, auditId: body.AuditId ?? null }),
    presentBilling,
  )
}
