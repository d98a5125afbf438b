import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/refunds'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { refundList } from './refunds.listing.ts'
import { readRefund } from './refunds.queries.ts'
import { saveRefund, voidRefund } from './refunds.service.ts'

/** Refunds of payments and credits. */
export const refunds: FastifyPluginAsync = async (app) => {
  serve(app, operations.listRefunds, (request, reply) =>
    sendList(request, reply, refundList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.getRefund, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readRefund(scope.db, scope, params.refundId)),
  )

  serve(app, operations.saveRefund, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveRefund(scope, params.refundId, body, expected))
  })

  serve(app, operations.voidRefund, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await voidRefund(scope, params.refundId, body ?? {}, expected))
  })
}
