import type { ContactGroupState, GroupEdit, GroupMemberItem } from '../../../contract/people/groups.ts'
import { holds, type Scope } from '../../../kernel/tenancy/scope.ts'
import type { GroupOfContact, GroupWithCount, MemberOfGroup, MemberState } from './groups.queries.ts'

export const presentGroup = (scope: Scope, group: GroupWithCount): GroupEdit => ({
  GroupId: group.id,
  AuditId: group.auditId,
  Name: group.name,
  Description: group.description,
  DisallowOptIn: group.disallowOptIn,
  DisallowOptOut: group.disallowOptOut,
  IsMemberViewable: group.isMemberViewable,
  MemberCount: group._count.members,
  Actions: holds(scope, 'groups:write') ? ['view', 'edit', 'delete'] : ['view'],
})

export const presentMember = (member: MemberOfGroup): GroupMemberItem => ({
  ContactGroupId: member.id,
  AuditId: member.auditId,
  GroupId: member.groupId,
  ContactId: member.contactId,
  Name: member.contact.displayName,
  SystemContactTypeId: member.contact.systemTypeId,
  EmailAddress: member.contact.emailAddress,
  State: member.state as MemberState,
  ChangedDate: member.changedAt.toISOString(),
})

export const presentGroupOfContact = (group: GroupOfContact): ContactGroupState => ({
  ContactGroupId: group.memberId ?? 0,
  ContactGroupAuditId: group.memberAuditId ?? 0,
  GroupId: group.groupId,
  Name: group.name,
  State: group.state,
  ChangedDate: group.changedAt?.toISOString() ?? null,
  DisallowOptIn: group.disallowOptIn,
  DisallowOptOut: group.disallowOptOut,
})

/** A page as the contract shows it. */
export const presentPage = <Row>(total: number, rows: Row[], criteria: string | null) => ({
  Criteria: criteria,
  CriteriaItems: [],
  TotalRecordAvailable: String(total),
  ModelItems: null,
  Results: rows,
})
