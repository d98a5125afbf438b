import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-processor'
import { conflict } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { getAccount } from '../accounts/accounts.queries.ts'
import { sandboxPages } from './pages/sandbox-pages.routes.ts'
import { runBankingDay } from './sandbox-payouts.service.ts'

/** What only the sandbox can do. */
export const sandbox: FastifyPluginAsync = async (app) => {
  await app.register(sandboxPages)
  serve(app, operations.runSandboxDay, async ({ scope, params }) => {
    const { gateway, uid } = await getAccount(scope, params.accountid)
    if (gateway.kind !== 'Sandbox') throw conflict('not-a-sandbox', 'The account is not one of the sandbox.')
    const { payout, cents } = await runBankingDay(scope, uid)
    return { TransferId: payout, Amount: cents / 100 }
  })
}
