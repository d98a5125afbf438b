import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/write-offs'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { writeOffList } from './write-offs.listing.ts'
import { readWriteOff } from './write-offs.queries.ts'
import { saveWriteOff, voidWriteOff } from './write-offs.service.ts'

/** Write-offs of open amounts of invoices. */
export const writeOffs: FastifyPluginAsync = async (app) => {
  serve(app, operations.listWriteOffs, (request, reply) =>
    sendList(request, reply, writeOffList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.getWriteOff, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readWriteOff(scope.db, scope, params.writeOffId)),
  )

  serve(app, operations.saveWriteOff, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveWriteOff(scope, params.writeOffId, body, expected))
  })

  serve(app, operations.voidWriteOff, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body?.AuditId)
    return sendVersionedRow(reply, await voidWriteOff(scope, params.writeOffId, body ?? {}, expected))
  })
}
