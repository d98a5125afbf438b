import { releaseFiles } from '#areas/integration/files/attachments.service'
import { findOrganizationId } from '#areas/people/contacts/tenant-organization.queries'
import { mergeValues } from '#areas/people/custom-fields/values/values.service'
import type { ContactMergeInput, ContactMergeResult } from '#contract/people/contacts-saving'
import { badInput, forbidden, notFound, ruleRefused } from '#kernel/errors/problem'
import { synchronized } from '#kernel/errors/synchronized'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { nextVersionOf } from '#kernel/records/record-kind'
import { requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { countLists } from '../contact-parts.queries.ts'
import { contactKind } from '../contacts.queries.ts'
import { requireListLimits } from '../list-limits.model.ts'
import { markContactsModified, refreshContactRows } from '../records/contact-rows.service.ts'
import { removeUnusedAddressesSql } from '../records/record-writes.sql.ts'
import { findNeighbors, type LockedContact, lockContacts, requireNoStoredCycle } from '../records/records.queries.ts'
import { type MergeBarrier, mergeBarriersSql } from '../synchronized/synchronized.sql.ts'
import { contactMoves, type MergePair } from './contact-moves.queries.ts'
import { endOverlaps, listOverlaps, lockFollowers, mergeLogins } from './merge-followers.service.ts'
import {
  addressesOfLoserSql,
  balanceSql,
  chaptersOfPairSql,
  deleteLoserSql,
  dropSameSql,
  fillSql,
  moveSql,
  repointSql,
  rightOfLoserSql,
  settleSql,
} from './merges.sql.ts'

/**
 * Moves all records of the loser to the winner and deletes the loser, in one transaction.
 *
 * @throws 400 if both are the same contact, 403 beyond-chapters, 404, 409 stale-audit-id or synchronized, 422 different-contact-types,
 *   both-chapters, tenant-organization, relationship-cycle, too-many or unknown-reference.
 */
export const mergeContacts = (scope: Scope, input: ContactMergeInput): Promise<ContactMergeResult> => {
  if (input.WinnerContactId === input.LoserContactId) {
    throw badInput('/LoserContactId', 'must be another contact than the winner')
  }
  return scope.db.transaction(async (tx) => {
    const { winner, loser } = await lockBoth(scope, tx, input)
    const person = personOf(winner, loser)
    const follow = person && (await lockFollowers(scope, tx, person.id))
    const { moved, deletedLoginId } = await mergeLockedContacts(scope, tx, winner, loser, input.EndMembershipIds ?? [])
    if (person && follow) await follow(person, winner)
    const [row] = await tx.rows<{ balance: number; auditId: number }>(balanceSql(scope.db.tenantId, winner.id))
    return {
      ContactId: winner.id,
      AuditId: row?.auditId ?? versionAfter(winner, loser),
      MergedContactId: loser.id,
      MergedAuditId: loser.auditId + 1,
      Balance: row?.balance ?? 0,
      Moved: moved,
      DeletedMemberLoginId: deletedLoginId,
      MembershipOverlaps: await listOverlaps(scope, tx, winner.id),
    }
  })
}

/** Returns the one of two contacts that lists do not show and that the merge makes a contact, if there is one. */
const personOf = (winner: LockedContact, loser: LockedContact): LockedContact | null => {
  if (winner.isUnmatched === loser.isUnmatched) return null
  return loser.isUnmatched ? loser : winner
}

/**
 * Merges two locked contacts of the same type, as part of a larger change: moves all records of the loser to the winner, deletes
 * the loser, and records both.
 *
 * @throws 403 beyond-chapters; 409 synchronized; 422 both-chapters, relationship-cycle, too-many or unknown-reference.
 */
export const mergeLockedContacts = async (
  scope: Scope,
  tx: Transaction,
  winner: LockedContact,
  loser: LockedContact,
  endedMembershipIds: readonly number[] = [],
): Promise<{ moved: ContactMergeResult['Moved']; deletedLoginId: number | null }> => {
  const pair = { tenantId: scope.db.tenantId, winner: winner.id, loser: loser.id }
  // A caller that can merge both contacts merges all their records, including those that it cannot see.
  const merged = await runForWholeTenant(scope, tx, async () => {
    await requireNotSynchronized(tx, pair)
    await requireNoRightMoves(scope, tx, pair)
    await requireOneChapter(tx, pair)
    const before = await countLists(scope, tx, pair.winner)
    // Those whose primary contact is the loser are written, and all of them are refreshed.
    await lockContacts(tx, scope, await findNeighbors(scope, tx, [pair.winner, pair.loser]))
    const deletedLoginId = await mergeLogins(scope, tx, pair)
    const moved = await moveAll(scope, tx, pair)
    await requireNoStoredCycle(scope, tx, pair.winner)
    requireListLimits(before, await countLists(scope, tx, pair.winner))
    await tx.rows(fillSql(pair))
    await tx.rows(deleteLoserSql(pair, scope.clock.now()))
    await releaseFiles(scope, tx, { kind: contactKind.entity, id: pair.winner })
    return { moved, deletedLoginId }
  })
  await endOverlaps(scope, tx, pair.winner, endedMembershipIds)
  const neighbors = await findNeighbors(scope, tx, [pair.winner])
  await refreshContactRows(scope, tx, [pair.winner, pair.loser], neighbors)
  await record(scope, tx, winner, loser)
  return merged
}

const lockBoth = async (
  scope: Scope,
  tx: Transaction,
  input: ContactMergeInput,
): Promise<{ winner: LockedContact; loser: LockedContact }> => {
  const locked = await lockContacts(tx, scope, [input.WinnerContactId, input.LoserContactId])
  const winner = locked.find(({ id, isDeleted }) => id === input.WinnerContactId && !isDeleted)
  const loser = locked.find(({ id, isDeleted }) => id === input.LoserContactId && !isDeleted)
  if (!winner || !loser) throw notFound('contact')
  requireVersion(winner.auditId, exactly(input.WinnerAuditId), '/WinnerAuditId')
  requireVersion(loser.auditId, exactly(input.LoserAuditId), '/LoserAuditId')
  if (winner.systemTypeId !== loser.systemTypeId) {
    throw ruleRefused('different-contact-types', 'An individual and an organization cannot be merged.')
  }
  if (loser.id === (await findOrganizationId(scope, tx))) {
    throw ruleRefused('tenant-organization', "The loser is the tenant's own organization. It cannot be merged.")
  }
  return { winner, loser }
}

const exactly = (auditId: number) => ({ auditId, ifMatch: null, isRequired: true })

// Data from another tenant is read-only: see contactActionsSql.
const requireNotSynchronized = async (tx: Transaction, { tenantId, winner, loser }: MergePair): Promise<void> => {
  const [barrier] = await tx.rows<MergeBarrier>(mergeBarriersSql(tenantId, winner, loser))
  if (barrier) throw synchronized(barrier.name, barrier.id)
}

// The owner of one chapter must not take over what another login owns: for callers limited to chapters, the loser may
// have no seat, no chapter, and no right to act for contacts that the caller cannot change.
const requireNoRightMoves = async ({ chapters }: Scope, tx: Transaction, pair: MergePair): Promise<void> => {
  if (!chapters || (await tx.rows(rightOfLoserSql(pair, chapters.editable))).length === 0) return
  throw forbidden(
    'The merge would move rights of the loser, which only staff with access to the whole tenant can do.',
    'beyond-chapters',
  )
}

// Each chapter has its own organization, so that the organizations of two chapters cannot become one.
const requireOneChapter = async (tx: Transaction, pair: MergePair): Promise<void> => {
  const chapters = await tx.rows(chaptersOfPairSql(pair))
  if (chapters.length > 1) throw ruleRefused('both-chapters', 'Both contacts are organizations of chapters.')
}

const moveAll = async (scope: Scope, tx: Transaction, pair: MergePair): Promise<ContactMergeResult['Moved']> => {
  await Promise.all(settleSql(pair).map((statement) => tx.rows(statement)))
  const addresses = await tx.rows<{ id: number }>(addressesOfLoserSql(pair))
  const counts = await Promise.all(
    contactMoves.entries().map(async (move) => {
      const drop = dropSameSql(move, pair)
      const [, rows] = await Promise.all([
        drop ? tx.rows(drop) : undefined,
        tx.rows<{ moved: number }>(moveSql(move, pair)),
      ])
      return { kind: move.kind, count: rows[0]?.moved ?? 0 }
    }),
  )
  counts.push({ kind: 'customFields', count: await moveValues(scope, tx, pair) })
  const addressIds = addresses.map(({ id }) => id)
  const last = [...repointSql(pair), removeUnusedAddressesSql(pair.tenantId, addressIds)]
  await Promise.all(last.map((statement) => tx.rows(statement)))
  const byKind = new Map<string, number>()
  for (const { kind, count } of counts) byKind.set(kind, (byKind.get(kind) ?? 0) + count)
  return [...byKind].filter(([, count]) => count > 0).map(([Kind, Count]) => ({ Kind, Count }))
}

/**
 * Moves the values of custom fields, which have no foreign key to contacts, because a field may belong to another kind of
 * record. Contacts whose values referenced the loser appear in the change feed again.
 */
const moveValues = async (scope: Scope, tx: Transaction, { tenantId, winner, loser }: MergePair): Promise<number> => {
  const { referring, moved } = await mergeValues(tx, tenantId, winner, loser)
  await markContactsModified(scope, tx, referring)
  return moved
}

// See fillSql.
const versionAfter = (winner: LockedContact, loser: LockedContact): number =>
  Math.max(winner.auditId, loser.auditId) + 1

const record = async (scope: Scope, tx: Transaction, winner: LockedContact, loser: LockedContact): Promise<void> => {
  const payloadOf = ({ id }: LockedContact) => ({ contactId: id, systemContactTypeId: winner.systemTypeId })
  await recordChange(
    scope,
    tx,
    changeOf(contactKind, { ...winner, auditId: versionAfter(winner, loser) }, 'merged', {
      changes: { mergedContactId: { new: loser.id } },
      payload: { ...payloadOf(winner), mergedContactId: loser.id },
    }),
  )
  await recordChange(
    scope,
    tx,
    changeOf(contactKind, nextVersionOf(loser), 'deleted', {
      changes: { mergedIntoId: { new: winner.id } },
      payload: { ...payloadOf(loser), mergedIntoId: winner.id },
    }),
  )
}
