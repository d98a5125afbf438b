import type { ContactMergeResult } from '#contract/people/contacts-saving'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { LockedContact } from '../records/records.queries.ts'

/**
 * Deletes the login of the loser of a merge if the winner has one, too: a contact has one login. Called for the whole tenant, when
 * both contacts are locked and nothing is moved yet. Returns its id, or null if none is deleted.
 */
export type LoginMerge = (
  scope: Scope,
  tx: Transaction,
  pair: { winner: number; loser: number },
) => Promise<number | null>

export const loginMerges = register<LoginMerge>('merges of logins')

/** Deletes the login of the loser if the winner has one, too. Returns its id, or null if none is deleted. */
export const mergeLogins: LoginMerge = async (scope, tx, pair) => {
  let deletedId: number | null = null
  for (const merge of loginMerges.entries()) deletedId = (await merge(scope, tx, pair)) ?? deletedId
  return deletedId
}

type Overlaps = ContactMergeResult['MembershipOverlaps']

/** The records that can contradict each other after a merge, because both contacts had one for the same time. */
export interface OverlapMerge {
  /**
   * Ends those of the winner's overlapping memberships that the caller chose. Called when all records are moved, before the
   * winner's row is refreshed.
   *
   * @throws 400, 403, 422 under /EndMembershipIds.
   */
  end(scope: Scope, tx: Transaction, contactId: number, chosen: readonly number[]): Promise<void>
  /** Lists the overlaps that the winner has now, as far as the caller can read memberships. */
  list(scope: Scope, tx: Transaction, contactId: number): Promise<Overlaps>
}

export const overlapMerges = register<OverlapMerge>('merges of overlapping memberships')

/** Ends overlapping memberships of the winner. @throws 400, 403, 422. */
export const endOverlaps: OverlapMerge['end'] = async (scope, tx, contactId, chosen) => {
  for (const { end } of overlapMerges.entries()) await end(scope, tx, contactId, chosen)
}

/** Lists the overlapping memberships of the winner. */
export const listOverlaps: OverlapMerge['list'] = async (scope, tx, contactId) => {
  const overlaps: Overlaps = []
  for (const { list } of overlapMerges.entries()) overlaps.push(...(await list(scope, tx, contactId)))
  return overlaps
}

/** Follows a person that has become a contact, or was merged into one. Called after the merge. */
export type FollowPerson = (person: LockedContact, contact: LockedContact) => Promise<void>

/**
 * Locks what another area has of a person that lists do not show, and returns what follows the person into the contacts. Called
 * when the contacts are locked, before anything is merged.
 */
export type PersonFollower = (scope: Scope, tx: Transaction, personId: number) => Promise<FollowPerson>

export const personFollowers = register<PersonFollower>('followers of people into the contacts')

/** Locks what follows a person into the contacts; call the result after the merge. */
export const lockFollowers: PersonFollower = async (scope, tx, personId) => {
  const follows: FollowPerson[] = []
  for (const lock of personFollowers.entries()) follows.push(await lock(scope, tx, personId))
  return async (person, contact) => {
    for (const follow of follows) await follow(person, contact)
  }
}
