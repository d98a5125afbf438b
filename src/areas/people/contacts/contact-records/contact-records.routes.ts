import type { FastifyPluginAsync } from 'fastify'
import type { ContactRecordEdit } from '#contract/people/contacts-details'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import type { ContactRecord } from '#prisma/client'
import { findEditable } from '../contact-parts.queries.ts'
import { formatDay, presentPartActions, sendVersionOf } from '../contacts.presenter.ts'
import type { ContactRecordKind } from './contact-records.model.ts'
import { listContactRecords } from './contact-records.queries.ts'
import { deleteContactRecord, saveContactRecord } from './contact-records.service.ts'

const presentRecord = (editable: ReadonlySet<number>, record: ContactRecord): ContactRecordEdit => ({
  ContactRecordId: record.id,
  AuditId: record.auditId,
  ContactId: record.contactId,
  Kind: record.kind as ContactRecordKind,
  Name: record.name,
  Description: record.description,
  Status: record.status,
  Amount: record.amount?.toNumber() ?? null,
  StartDate: formatDay(record.startDate),
  EndDate: formatDay(record.endDate),
  Url: record.url,
  Actions: presentPartActions(editable, record.contactId),
})

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
