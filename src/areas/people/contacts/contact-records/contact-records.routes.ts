import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentRecord } from './contact-records.presenter.ts'
import { listRecords } from './contact-records.queries.ts'
import { deleteRecord, saveRecord } from './contact-records.service.ts'

export const recordRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactRecords, async ({ scope, params, query }, reply) => {
    const found = await listRecords(scope, params.contactId, query.Kind)
    return withVersion(
      reply,
      found,
      each((row) => presentRecord(scope, row)),
    )
  })

  serve(app, operations.saveContactRecord, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveRecord(scope, params.contactId, params.recordId, body, expected)
    return withVersion(reply, saved, (row) => presentRecord(scope, row))
  })

  serve(app, operations.deleteContactRecord, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteRecord(scope, params.contactId, params.recordId, expectedIfMatch(request)),
      gone,
    )
  })
}
