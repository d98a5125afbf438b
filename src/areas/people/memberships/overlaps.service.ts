import type { OverlapMerge } from '#areas/people/contacts/merges/merge-followers.service'
import { badInput, conflict, insufficientScope } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { versionOf } from '#kernel/records/versions'
import { hasGrant } from '#kernel/tenancy/scope'
import { type ChangeContext, changeMembershipIn } from './membership-change.service.ts'
import { type Overlap, overlapsSql, renewingInsteadOfSql } from './overlaps.sql.ts'
import { cancelLocked } from './statuses/statuses.service.ts'

const REASON = 'Ended by the merge of its contact'
const POINTER = '/EndMembershipIds'

/** Lists the memberships of one type that a contact has at the same time; none for callers that cannot read memberships. */
const listOverlaps: OverlapMerge['list'] = async (scope, tx, contactId) =>
  hasGrant(scope, 'memberships:read')
    ? (await tx.rows<Overlap>(overlapsSql(scope.db.tenantId, contactId))).map(presentOverlap)
    : []

const presentOverlap = ({ typeId, typeName, membershipIds, renewingId }: Overlap) => ({
  MembershipTypeId: typeId,
  MembershipType: typeName,
  MembershipIds: membershipIds,
  RenewingMembershipId: renewingId,
})

/**
 * Ends those of the overlapping memberships of a contact that the caller chose. Voids the open invoices of their renewals
 * and issues none.
 *
 * @throws 400 if no membership of a type would remain, 403 insufficient-scope, 422 unknown-reference.
 */
const endOverlapping: OverlapMerge['end'] = async (scope, tx, contactId, chosen) => {
  if (chosen.length === 0) return
  if (!hasGrant(scope, 'memberships:write')) {
    throw insufficientScope('memberships:write', 'Ending a membership requires the scope memberships:write.')
  }
  const overlaps = await tx.rows<Overlap>(overlapsSql(scope.db.tenantId, contactId))
  const known = new Set(overlaps.flatMap(({ membershipIds }) => membershipIds))
  const faults = chosen.flatMap((id, index) =>
    known.has(id) ? [] : [referenceFault(`${POINTER}/${index}`, 'membership that overlaps with another')],
  )
  if (faults.length > 0) throw unknownReferences(faults)
  if (overlaps.some(({ membershipIds }) => membershipIds.every((id) => chosen.includes(id)))) {
    throw badInput(POINTER, 'must leave one membership of each type')
  }
  for (const id of [...new Set(chosen)].sort((a, b) => a - b))
    await changeMembershipIn(scope, tx, id, versionOf(null), (context) => cancelLocked(context, REASON))
}

export const membershipOverlaps: OverlapMerge = { end: endOverlapping, list: listOverlaps }

/** Rejects the renewal of a membership that overlaps with one that ends later. @throws 409 already-member. */
export const requireRenewing = async ({ scope, tx, membership }: ChangeContext): Promise<void> => {
  const [instead] = await tx.rows<{ id: number }>(renewingInsteadOfSql(scope.db.tenantId, membership.id))
  if (!instead) return
  throw conflict(
    'already-member',
    'The contact has another membership of this type that ends later. Renew that one, or end one of the two.',
    { MembershipId: instead.id },
  )
}
