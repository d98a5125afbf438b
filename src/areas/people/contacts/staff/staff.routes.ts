import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { findEditable } from '../contact-parts.queries.ts'
import { presentAssignment } from './staff.presenter.ts'
import { listAssignedStaff } from './staff.queries.ts'
import { deleteAssignment, saveAssignment } from './staff.service.ts'

export const staff: FastifyPluginAsync = async (app) => {
  serve(app, operations.listAssignedContacts, async ({ scope, params }, reply) => {
    const found = await listAssignedStaff(scope, params.contactId)
    const editable = await findEditable(scope, [params.contactId, ...found.result.map(staffOf)])
    return sendVersionOf(reply, found).map((row) => presentAssignment(editable, row))
  })

  serve(app, operations.saveAssignedContact, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveAssignment(scope, params.contactId, params.contactRelationshipId, body, expected)
    const editable = await findEditable(scope, [params.contactId, staffOf(saved.result)])
    return presentAssignment(editable, sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteAssignedContact, async (request, reply) => {
    const { scope, params } = request
    const expected = expectedIfMatch(request)
    sendVersionOf(reply, await deleteAssignment(scope, params.contactId, params.contactRelationshipId, expected))
    return {}
  })
}

const staffOf = ({ otherContactId }: { otherContactId: number }): number => otherContactId
