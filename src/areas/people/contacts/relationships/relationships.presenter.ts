import type { ContactRelationshipEdit } from '#contract/people/contacts-details'
import { presentPartActions } from '../contacts.presenter.ts'
import type { RelationshipWithSides } from './relationships.queries.ts'

/** Presents a relationship from the side of one of the two contacts (`ownId`). */
export const presentRelationship = (
  editable: ReadonlySet<number>,
  relationship: RelationshipWithSides,
  ownId: number,
): ContactRelationshipEdit => {
  const isReverse = relationship.contactId !== ownId
  const { type } = relationship
  const other = isReverse ? relationship.contact : relationship.other
  return {
    ContactRelationshipId: relationship.id,
    AuditId: relationship.auditId,
    ContactId: ownId,
    OtherContactId: other.id,
    OtherContactName: other.displayName,
    OtherSystemContactTypeId: other.systemTypeId,
    ContactRelationshipTypeId: relationship.typeId,
    Type: isReverse ? type.reverseName : type.name,
    ReverseType: isReverse ? type.name : type.reverseName,
    IsReverse: isReverse,
    Purpose: type.purpose,
    MayActFor: isReverse ? type.inheritsRights : type.reverseInheritsRights,
    IsActedForBy: isReverse ? type.reverseInheritsRights : type.inheritsRights,
    Actions: presentPartActions(editable, ownId, other.id),
  }
}
