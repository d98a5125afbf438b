import type { ContactRelationshipEdit } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import { detailActions } from '../detail-actions.ts'
import type { RelationshipWithSides } from './relationships.queries.ts'

/** From the side of one of the two contacts. */
export const presentRelationship = (
  scope: Scope,
  relationship: RelationshipWithSides,
  ownId: number,
): ContactRelationshipEdit => {
  const isReverse = relationship.contactId !== ownId
  const other = isReverse ? relationship.contact : relationship.other
  return {
    ContactRelationshipId: relationship.id,
    AuditId: relationship.auditId,
    ContactId: ownId,
    OtherContactId: other.id,
    OtherContactName: other.displayName,
    OtherSystemContactTypeId: other.systemTypeId,
    ContactRelationshipTypeId: relationship.typeId,
    Type: isReverse ? relationship.type.reverseName : relationship.type.name,
    IsReverse: isReverse,
    Purpose: relationship.type.purpose,
    Actions: detailActions(scope),
  }
}
