import type {
  ContactRelationshipTypeEdit,
  ContactRelationshipTypeListItem,
} from '#contract/people/contact-relationship-types'
import type { IntLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import type { ContactRelationshipType } from '#prisma/client'
import { kindNames, type SystemKind } from './contact-relationship-types.model.ts'

const INSTRUCTION =
  'The other contact is "Name" of this one; read from the other side, this one is "ReverseName" of it. ' +
  'The same label on both sides makes the relationship symmetric.'

export const presentEdit = (type: ContactRelationshipType): ContactRelationshipTypeEdit => ({
  Instruction: INSTRUCTION,
  ContactRelationshipTypeId: type.id,
  AuditId: type.auditId,
  SystemRelationshipTypeId: farKind(type),
  Name: type.name,
  Description: type.description,
  Id: type.id,
  ReverseName: type.reverseName,
  FromSystemContactTypeId: nearKind(type),
  InheritsRights: type.inheritsRights,
  ReverseInheritsRights: type.reverseInheritsRights,
})

export const presentListItem = (type: ContactRelationshipType): ContactRelationshipTypeListItem => ({
  ContactRelationshipTypeId: type.id,
  AuditId: type.auditId,
  SystemRelationshipTypeId: farKind(type),
  SystemRelationshipType: kindNames[type.systemTypeId as SystemKind],
  Name: type.name,
  Description: type.description,
  ReverseName: type.reverseName,
  FromSystemContactTypeId: nearKind(type),
  InheritsRights: type.inheritsRights,
  ReverseInheritsRights: type.reverseInheritsRights,
})

export const presentTypeChoices = (types: readonly ContactRelationshipType[]): IntLookupChoice[] =>
  presentChoices(types.map(({ id, name, reverseName }) => ({ id, name, extra: reverseName })))

const farKind = ({ systemTypeId }: ContactRelationshipType) => String(systemTypeId) as '1' | '2' | '3'

const nearKind = ({ fromSystemTypeId }: ContactRelationshipType) =>
  fromSystemTypeId === null ? null : (String(fromSystemTypeId) as '1' | '2')
