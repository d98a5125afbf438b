import type { FastifyPluginAsync } from 'fastify'
import { type LedgerLogFilterInput, operations } from '#contract/integration/logs'
import { badInputs } from '#kernel/errors/problem'
import { ignoredFaults } from '#kernel/http/ignored-fields'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { parseShapedJson } from '#kernel/http/shaped-json'
import { sendList } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { isLedgerConnected } from '../ledger-settings.queries.ts'
import { executionList } from './executions.listing.ts'
import { countFailures, listFailures } from './executions.queries.ts'
import { resyncExecution, resyncExecutions } from './executions.service.ts'
import { limitToDays, parseLogFilter, removePage } from './ledger-log.input.ts'

const WRITE = 'logs:write'
const FILTER = { $ref: 'LedgerLogFilter#' }

const canResync = async (scope: Scope): Promise<boolean> => hasGrant(scope, WRITE) && (await isLedgerConnected(scope))

/** Rejects a filter with an unknown field, which would find more than its author meant. @throws 400. */
const requireKnownFields = (filter: LedgerLogFilterInput): void => {
  const faults = ignoredFaults(filter, 'is not a field of the filter', '/Filter')
  if (faults.length > 0) throw badInputs(faults)
}

/** The log of the ledger sync, and what staff can send again. */
export const ledgerLog: FastifyPluginAsync = async (app) => {
  serve(app, operations.listLedgerLog, async (request, reply) =>
    sendList(request, reply, executionList(await canResync(request.scope)), {}, { hasNextLink: false }),
  )

  serve(app, operations.searchLedgerLog, async (request, reply) =>
    sendList(
      request,
      reply,
      executionList(await canResync(request.scope)),
      parseLogFilter(request.body, todayOf(request.scope)),
      { hasNextLink: false },
    ),
  )

  serve(app, operations.previewLedgerMassResync, async (request) => {
    const { scope, body } = request
    const { count, firstDay, lastDay } = await countFailures(
      scope,
      removePage(parseLogFilter(body, todayOf(request.scope))),
    )
    return { StartDate: firstDay, EndDate: lastDay, FailedSyncs: count, Filter: JSON.stringify(body) }
  })

  serve(app, operations.startLedgerMassResync, async (request) => {
    const { scope, body } = request
    const filter = body.Filter ? parseShapedJson<LedgerLogFilterInput>(request, body.Filter, FILTER, '/Filter') : {}
    requireKnownFields(filter)
    const input = limitToDays(removePage(parseLogFilter(filter, todayOf(request.scope), '/Filter/')), body)
    await resyncExecutions(scope, (reader) => listFailures(reader, input))
    return {}
  })

  serveAction(app, operations.runLedgerTransactionSync, (scope, { params }) =>
    resyncExecution(scope, params.executionid),
  )
}
