import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-processor'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { lastMonthOf, parseBalancesReport, parseChargesReport } from './reports.input.ts'
import { presentBalancesForm, presentChargesForm, presentPending } from './reports.presenter.ts'
import { listReports } from './reports.queries.ts'
import { estimateSeconds, type NewReport, requestReport } from './reports.service.ts'

/** Reports that jobs read from the processor. */
export const reports: FastifyPluginAsync = async (app) => {
  serve(app, operations.getConnectAccountCharges, async ({ scope }) =>
    presentChargesForm(lastMonthOf(scope), await listReports(scope, 'ConnectAccountCharges')),
  )

  serve(app, operations.requestConnectAccountCharges, async ({ scope, body }) =>
    start(scope, parseChargesReport(scope, body)),
  )

  serve(app, operations.getNegativeBalances, async ({ scope }) =>
    presentBalancesForm(await listReports(scope, 'NegativeBalances')),
  )

  serve(app, operations.requestNegativeBalances, async ({ scope, body }) =>
    start(scope, parseBalancesReport(scope, body)),
  )
}

const start = async (scope: Scope, report: NewReport) =>
  presentPending(await requestReport(scope, report), await estimateSeconds(scope, report.kind))
