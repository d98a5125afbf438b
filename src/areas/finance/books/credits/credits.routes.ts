import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/credits'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { creditList } from './credits.listing.ts'
import { readCredit } from './credits.queries.ts'
import { applyCredit, saveCredit, unapplyCredit, voidCredit } from './credits.service.ts'

/** Credits of contacts, and what of them is applied to invoices. */
export const credits: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCredits, (request, reply) =>
    sendList(request, reply, creditList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.getCredit, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readCredit(scope.db, scope, params.creditId)),
  )

  serve(app, operations.saveCredit, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveCredit(scope, params.creditId, body, expected))
  })

  serve(app, operations.applyCredit, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await applyCredit(scope, params.creditId, body, expected))
  })

  serve(app, operations.unapplyCredit, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await unapplyCredit(scope, params.creditId, body, expected))
  })

  serve(app, operations.voidCredit, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await voidCredit(scope, params.creditId, body ?? {}, expected))
  })
}
