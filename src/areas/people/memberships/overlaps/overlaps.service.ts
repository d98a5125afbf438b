import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput, conflict, insufficientScope } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { versionOf } from '#kernel/records/versions'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type ChangeContext, changeMembershipIn } from '../membership-change.service.ts'
import { cancelLocked } from '../statuses/statuses.service.ts'
import { type Overlap, overlapsSql, renewingInsteadOfSql } from './overlaps.sql.ts'

export type { Overlap }

const REASON = 'Ended by the merge of its contact'
const POINTER = '/EndMembershipIds'

/** Lists the memberships of one type that a contact has at the same time; none for callers that cannot read memberships. */
export const listOverlaps = async (scope: Scope, tx: SqlRunner, contactId: number): Promise<Overlap[]> =>
  hasGrant(scope, 'memberships:read') ? tx.rows<Overlap>(overlapsSql(scope.db.tenantId, contactId)) : []

/**
 * Ends those of the overlapping memberships of a contact that the caller chose. Voids the open invoices of their renewals
 * and issues none.
 *
 * @throws 400 if no membership of a type would remain, 403 insufficient-scope, 422 unknown-reference.
 */
export const endOverlapping = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  chosen: readonly number[],
): Promise<void> => {
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
