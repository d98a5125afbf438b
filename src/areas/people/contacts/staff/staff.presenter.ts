import type { AssignedContact } from '#contract/people/contacts'
import { presentPartActions } from '../contact-parts.presenter.ts'
import type { Assignment } from './staff.queries.ts'

export const presentAssignment = (editable: ReadonlySet<number>, assignment: Assignment): AssignedContact => ({
  ContactRelationshipId: assignment.id,
  AuditId: assignment.auditId,
  ContactId: assignment.contactId,
  StaffContactId: assignment.otherContactId,
  Name: assignment.other.displayName,
  ContactRelationshipTypeId: assignment.typeId,
  Type: assignment.type.name,
  Actions: presentPartActions(editable, assignment.contactId, assignment.otherContactId),
})
