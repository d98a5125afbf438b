import type { FastifyPluginAsync } from 'fastify'
import type { NativeExecution as NativeExecutionShape } from '#contract/integration/native-integrations'
import { operations } from '#contract/integration/native-integrations'
import { JsonText, serve } from '#kernel/http/serve'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { getRecord } from '#kernel/records/read'
import type { NativeExecution } from '#prisma/client'
import { parseId } from '../native-integrations.input.ts'
import { MANUAL } from '../native-integrations.model.ts'
import { integrationKind } from '../native-integrations.queries.ts'
import { executionList } from './executions.listing.ts'
import { execute } from './executions.service.ts'

const presentExecution = ({
  executionId,
  integrationId,
  trigger,
  number,
  status,
  id,
}: NativeExecution): NativeExecutionShape => ({
  ExecutionId: executionId,
  IntegrationId: String(integrationId),
  Trigger: trigger,
  Number: number,
  Status: status as NativeExecutionShape['Status'],
  JobId: String(id),
})

/** Serves the runs of integrations. */
export const nativeExecutions: FastifyPluginAsync = async (app) => {
  serve(app, operations.executeNativeIntegration, async ({ method, scope, params, query }, reply) => {
    reply.header('cache-control', 'no-store')
    if (method === 'HEAD') return new JsonText('{}')
    const { trigger, number } = query
    return presentExecution(
      await execute(scope, parseId(params.id), { trigger: trigger || MANUAL, number: number?.trim() || null }),
    )
  })

  serve(app, operations.listNativeExecutions, async (request, reply) => {
    const { scope, params, query } = request
    const { id } = await getRecord(scope, integrationKind, parseId(params.id))
    return sendList(request, reply, executionList(id), parseListQuery(query))
  })
}
