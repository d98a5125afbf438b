import type { FastifyPluginAsync } from 'fastify'
import type { AssignedContact } from '#contract/people/contacts'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { findEditable } from '../contact-parts.queries.ts'
import { presentPartActions, sendVersionOf } from '../contacts.presenter.ts'
import type { Assignment } from './staff.queries.ts'
import { listAssignedStaff } from './staff.queries.ts'
import { deleteAssignment, saveAssignment } from './staff.service.ts'

const presentAssignment = (editable: ReadonlySet<number>, assignment: Assignment): AssignedContact => ({
  ContactRelationshipId: assignment.id,
  AuditId: assignment.auditId,
  ContactId: assignment.contactId,
  StaffContactId: assignment.otherContactId,
  Name: assignment.other.displayName,
  ContactRelationshipTypeId: assignment.typeId,
  Type: assignment.type.name,
  Actions: presentPartActions(editable, assignment.contactId, assignment.otherContactId),
})

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
