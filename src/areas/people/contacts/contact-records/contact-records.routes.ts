import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { findEditable } from '../contact-parts.queries.ts'
import { presentRecord } from './contact-records.presenter.ts'
import { listContactRecords } from './contact-records.queries.ts'
import { deleteContactRecord, saveContactRecord } from './contact-records.service.ts'

export const contactRecords: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactRecords, async ({ scope, params, query }, reply) => {
    const found = await listContactRecords(scope, params.contactId, query.Kind)
    const editable = await findEditable(scope, [params.contactId])
    return sendVersionOf(reply, found).map((row) => presentRecord(editable, row))
  })

  serve(app, operations.saveContactRecord, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveContactRecord(scope, params.contactId, params.recordId, body, expected)
    return presentRecord(await findEditable(scope, [params.contactId]), sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactRecord, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await deleteContactRecord(scope, params.contactId, params.recordId, expectedIfMatch(request)))
    return {}
  })
}
