import type { ActingContact } from '#contract/people/contacts-details'
import type { Acting } from './acting-contacts.queries.ts'

export const presentActing = (acting: Acting): ActingContact => ({
  ContactId: acting.contactId,
  Name: acting.name,
  SystemContactTypeId: acting.systemTypeId,
  Through: acting.through,
  Label: acting.label,
  ContactRelationshipId: acting.relationshipId,
  ContactRoleId: acting.roleId,
})
