import type { GroupMembersAdded, GroupMembersRemoved } from '#contract/people/groups'

export const presentAdded = (results: NonNullable<GroupMembersAdded['Results']>): GroupMembersAdded => ({
  Added: results.filter(({ Result }) => Result === 'added').length,
  AlreadyMembers: results.filter(({ Result }) => Result === 'alreadymember').length,
  OptedOut: results.filter(({ Result }) => Result === 'optedout').length,
  Results: results,
})

export const presentRemoved = (results: NonNullable<GroupMembersRemoved['Results']>): GroupMembersRemoved => ({
  Removed: results.filter(({ Result }) => Result === 'removed').length,
  NotMembers: results.filter(({ Result }) => Result === 'notmember').length,
  Results: results,
})
