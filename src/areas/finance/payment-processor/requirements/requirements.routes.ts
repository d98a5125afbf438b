import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-processor'
import { serve } from '#kernel/http/serve'
import { hasGrant } from '#kernel/tenancy/scope'
import { listAccounts } from '../accounts/accounts.queries.ts'
import { HIDDEN_REQUIREMENTS, presentRequirements } from './requirements.presenter.ts'
import { refreshRequirements } from './requirements.service.ts'
import { presentUserContext } from './user-context.presenter.ts'

/** What the processor requires for the accounts. */
export const requirements: FastifyPluginAsync = async (app) => {
  serve(app, operations.getRequirementsDetails, async ({ scope }) =>
    hasGrant(scope, 'payment-processor:write') ? presentRequirements(await listAccounts(scope)) : HIDDEN_REQUIREMENTS,
  )

  serve(app, operations.checkRequirements, async ({ scope }) =>
    presentUserContext(scope, await refreshRequirements(scope, app.processorTools)),
  )
}
