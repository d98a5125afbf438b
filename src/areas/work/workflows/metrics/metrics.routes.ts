import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/workflows'
import { attachment } from '#kernel/http/file-name'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { sendCsv } from '#services/csv/list-csv'
import { getWorkflow } from '../workflows.queries.ts'
import { parseDayRange } from './metrics.input.ts'
import { presentLine, presentPie, presentScoreboard, writeMetricsCsv } from './metrics.presenter.ts'
import { findDayRange, listDays, readScores, readTotals } from './metrics.queries.ts'

/** Serves the metrics of workflows: charts, figures and a CSV file. */
export const workflowMetrics: FastifyPluginAsync = async (app) => {
  serve(app, operations.getWorkflowLineChart, async ({ scope, query }) => {
    const { timeZone } = scope.tenant
    const id = await findWorkflowId(scope, query.workflowid)
    const range = parseDayRange(query.daterange, dayIn(timeZone, scope.clock.now()), timeZone)
    return presentLine(await listDays(scope, range, id))
  })

  serve(app, operations.getWorkflowPieChart, async ({ scope, query }) =>
    presentPie(await readTotals(scope, await findWorkflowId(scope, query.workflowid))),
  )

  serve(app, operations.listWorkflowScoreboard, async ({ scope, query }) =>
    presentScoreboard(await readScores(scope, await findWorkflowId(scope, query.workflowid))),
  )

  serve(app, operations.downloadWorkflowMetrics, async (request) => {
    const { scope, params } = request
    const { name } = await getWorkflow(scope, params.workflowid)
    const range = await findDayRange(scope, params.workflowid)
    const text = writeMetricsCsv(range ? await listDays(scope, range, params.workflowid) : [])
    return sendCsv(request, { text, disposition: attachment(`${name} metrics`, 'csv') })
  })
}

/** Finds the workflow that limits the figures; null for all. @throws 404. */
const findWorkflowId = async (scope: Scope, id: number | undefined): Promise<number | null> =>
  id === undefined ? null : (await getWorkflow(scope, id)).id
