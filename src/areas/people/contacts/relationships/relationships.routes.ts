import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { findEditable } from '../contact-parts.queries.ts'
import { sendVersionOf } from '../contacts.presenter.ts'
import { presentRelationship } from './relationships.presenter.ts'
import { listRelationships } from './relationships.queries.ts'
import { deleteRelationship, saveRelationship } from './relationships.service.ts'

export const relationships: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactRelationships, async ({ scope, params }, reply) => {
    const found = await listRelationships(scope, params.contactId)
    const editable = await findEditable(scope, [params.contactId, ...found.result.map(otherOf(params.contactId))])
    return sendVersionOf(reply, found).map((row) => presentRelationship(editable, row, params.contactId))
  })

  serve(app, operations.saveContactRelationship, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveRelationship(scope, params.contactId, params.contactRelationshipId, body, expected)
    const editable = await findEditable(scope, [params.contactId, otherOf(params.contactId)(saved.result)])
    return presentRelationship(editable, sendVersionOf(reply, saved), params.contactId)
  })

  serve(app, operations.deleteContactRelationship, async (request, reply) => {
    const { scope, params } = request
    const expected = expectedIfMatch(request)
    sendVersionOf(reply, await deleteRelationship(scope, params.contactId, params.contactRelationshipId, expected))
    return {}
  })
}

const otherOf =
  (ownId: number) =>
  ({ contactId, otherContactId }: { contactId: number; otherContactId: number }): number =>
    contactId === ownId ? otherContactId : contactId
