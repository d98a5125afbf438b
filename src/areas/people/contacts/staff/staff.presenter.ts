import type { AssignedContact } from '#contract/people/contacts'
import type { Scope } from '#kernel/tenancy/scope'
import { getPartActions } from '../contact-parts.presenter.ts'
import type { Assignment } from './staff.queries.ts'

export const presentAssignment = (scope: Scope, assignment: Assignment): AssignedContact => ({
  ContactRelationshipId: assignment.id,
  AuditId: assignment.auditId,
  ContactId: assignment.contactId,
  StaffContactId: assignment.otherContactId,
  Name: assignment.other.displayName,
  ContactRelationshipTypeId: assignment.typeId,
  Type: assignment.type.name,
  Actions: getPartActions(scope),
})
