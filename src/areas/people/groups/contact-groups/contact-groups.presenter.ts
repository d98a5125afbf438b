import type { ContactGroupState } from '#contract/people/groups'
import type { GroupOfContact } from './contact-groups.sql.ts'

export const presentGroupOfContact = (group: GroupOfContact): ContactGroupState => {
  const isMember = group.state === 'member'
  return {
    ContactGroupId: group.memberId ?? 0,
    ContactGroupAuditId: group.memberAuditId ?? 0,
    GroupId: group.groupId,
    Name: group.name,
    State: group.state,
    ChangedDate: group.changedAt?.toISOString() ?? null,
    DisallowOptIn: group.disallowOptIn,
    DisallowOptOut: group.disallowOptOut,
    MayJoin: !isMember && !group.disallowOptIn,
    MayLeave: isMember && !group.disallowOptOut,
    MayView: isMember && group.isMemberViewable,
  }
}
