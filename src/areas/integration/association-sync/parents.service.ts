import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { saveSyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { findLiveContact, findMember, findParent } from './association-sync.queries.ts'
import { noteChange, noteLocalChanges } from './changes/changes.service.ts'
import { NATIONAL } from './transactions/transactions.input.ts'

/** The job that connects the remaining contacts that waited for a parent. */
export const JOIN_PARENT = 'association.join-parent'

/** Contacts connected in one transaction. */
const BATCH = 25

/**
 * Connects the contacts that waited for this organization: some immediately, the others in a job.
 *
 * @param pointer begins the pointers of errors.
 */
export const joinWaiting = async (scope: Scope, tx: Transaction, nationalId: number, pointer = ''): Promise<void> => {
  const { tenantId } = scope.db
  const parent = await findParent(tx, scope, nationalId)
  if (parent?.systemTypeId !== 2) return
  const waiting = await tx.associationMember.findMany({
    where: { tenantId, waitingParentId: nationalId },
    orderBy: { contactId: 'asc' },
    take: BATCH + 1,
  })
  const batch = waiting.slice(0, BATCH)
  await lockContacts(tx, scope, [parent.id, ...batch.flatMap(({ contactId }) => contactId ?? [])])
  for (const child of batch) await joinParent(scope, tx, child.nationalId, { parentId: parent.id, nationalId, pointer })
  if (waiting.length > BATCH)
    await enqueueJobs(tx, [
      { name: JOIN_PARENT, payload: { tenantId, nationalId }, key: `association-parent:${tenantId}:${nationalId}` },
    ])
}

interface Parent {
  parentId: number
  nationalId: number
  pointer: string
}

/** Connects a locked contact with its parent, unless a transaction or an edit has chosen another one before the lock. */
const joinParent = async (scope: Scope, tx: Transaction, childId: number, parent: Parent): Promise<void> => {
  const { tenantId } = scope.db
  const stored = await findMember(tx, scope, childId)
  const child = stored && (await noteLocalChanges(scope, tx, stored))
  if (child?.waitingParentId !== parent.nationalId) return
  const key = { tenantId_nationalId: { tenantId, nationalId: childId } }
  const member = await tx.associationMember.update({ where: key, data: { waitingParentId: null } })
  const live = await findLiveContact(tx, scope, member)
  if (!live || live.id === parent.parentId) return
  const { auditId } = await saveSyncedContact(scope, tx, {
    contactId: live.id,
    systemTypeId: child.systemTypeId as 1 | 2,
    nationalId: childId,
    changes: {},
    parentId: parent.parentId,
    pointer: parent.pointer,
  })
  await tx.associationMember.update({ where: key, data: { notedAuditId: auditId } })
  await noteChange(scope, tx, member, { origin: NATIONAL, operation: 'upsert' })
}
