import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/workflows'
import { messageOrContent } from '#kernel/http/response-message'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { getWorkflow } from '../workflows.queries.ts'
import { readDayRange } from './metrics.input.ts'
import { presentLine, presentPie, presentScoreboard, writeMetricsCsv } from './metrics.presenter.ts'
import { daysOfWorkflow, readDays, readScores, readTotals } from './metrics.queries.ts'

/** What workflows came to: charts, figures and a file. */
export const workflowMetrics: FastifyPluginAsync = async (app) => {
  serve(app, operations.getWorkflowLineChart, async ({ scope, query }) => {
    const id = await known(scope, query.workflowid)
    const range = readDayRange(query.daterange, dayIn(scope.tenant.timeZone, scope.clock.now()))
    return presentLine(await readDays(scope, range, id))
  })

  serve(app, operations.getWorkflowPieChart, async ({ scope, query }) =>
    presentPie(await readTotals(scope, await known(scope, query.workflowid))),
  )

  serve(app, operations.listWorkflowScoreboard, async ({ scope, query }) =>
    presentScoreboard(await readScores(scope, await known(scope, query.workflowid))),
  )

  serve(app, operations.downloadWorkflowMetrics, async (request, reply) => {
    const { scope, params } = request
    await getWorkflow(scope, params.workflowid)
    const range = await daysOfWorkflow(scope, params.workflowid)
    const csv = writeMetricsCsv(range ? await readDays(scope, range, params.workflowid) : [])
    reply.header('content-disposition', `attachment; filename="workflow-${params.workflowid}-metrics.csv"`)
    return messageOrContent(request, 'text/csv', csv)
  })
}

/** The workflow that the figures are limited to; null for all. 404 where there is none of the id. */
const known = async (scope: Scope, id: number | undefined): Promise<number | null> =>
  id === undefined ? null : (await getWorkflow(scope, id)).id
