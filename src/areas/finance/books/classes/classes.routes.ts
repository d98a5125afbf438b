import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/accounts'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { transactionClassList } from './classes.listing.ts'
import { listClassChoices, readTransactionClass } from './classes.queries.ts'
import { deleteTransactionClass, saveTransactionClass } from './classes.service.ts'

/** Transaction classes. */
export const transactionClasses: FastifyPluginAsync = async (app) => {
  serve(app, operations.listTransactionClasses, (request, reply) =>
    sendList(request, reply, transactionClassList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupTransactionClasses, async ({ scope }) => presentChoices(await listClassChoices(scope)))

  serve(app, operations.getTransactionClass, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readTransactionClass(scope, params.classId)),
  )

  serve(app, operations.saveTransactionClass, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveTransactionClass(scope, params.classId, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteTransactionClass, async (request) => {
    await deleteTransactionClass(request.scope, request.params.classId, expectedIfMatch(request))
    return {}
  })
}
