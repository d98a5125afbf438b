import type { ContactGroupState, GroupMembersAdded, GroupMembersRemoved } from '#contract/people/groups'
import type { GroupOfContact } from './groups.queries.ts'

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

/** What came of adding contacts, with how many fared alike. */
export const presentAdded = (results: NonNullable<GroupMembersAdded['Results']>): GroupMembersAdded => ({
  Added: results.filter(({ Result }) => Result === 'added').length,
  AlreadyMembers: results.filter(({ Result }) => Result === 'alreadymember').length,
  OptedOut: results.filter(({ Result }) => Result === 'optedout').length,
  Results: results,
})

/** What came of taking contacts out. */
export const presentRemoved = (results: NonNullable<GroupMembersRemoved['Results']>): GroupMembersRemoved => ({
  Removed: results.filter(({ Result }) => Result === 'removed').length,
  NotMembers: results.filter(({ Result }) => Result === 'notmember').length,
  Results: results,
})
