import type { FastifyInstance } from 'fastify'
import { operations } from '../../../../../contract/people/contacts-details.ts'
import { serve } from '../../../../../kernel/http/serve.ts'
import { expectedVersion } from '../../../../../kernel/http/versions.ts'
import { withVersion } from '../answer.ts'
import { listRecords } from './records.queries.ts'
import { deleteRecord, saveRecord } from './records.service.ts'

export const recordRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactRecords, async ({ scope, params, query }, reply) => withVersion(reply, await listRecords(scope, params.contactId, query.Kind)))

  serve(app, operations.saveContactRecord, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(reply, await saveRecord(scope, params.contactId, params.recordId, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.deleteContactRecord, async (request, reply) => {
    const { scope, params } = request
    return withVersion(reply, await deleteRecord(scope, params.contactId, params.recordId, expectedVersion(request)))
  })
}
