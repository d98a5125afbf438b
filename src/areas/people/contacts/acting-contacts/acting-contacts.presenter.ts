import type { ActingContact } from '#contract/people/contacts-details'
import type { ActingRow } from './acting-contacts.sql.ts'

export const presentActing = (acting: ActingRow): ActingContact => ({
  ContactId: acting.contactId,
  Name: acting.name,
  SystemContactTypeId: acting.systemTypeId,
  Through: acting.through,
  Label: acting.label,
  ContactRelationshipId: acting.relationshipId,
  ContactRoleId: acting.roleId,
})
