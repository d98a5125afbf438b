import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { saveSyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AssociationMember } from '#prisma/client'
import { findLiveContact, findParent } from '../association-sync.queries.ts'
import { noteChange } from '../changes/changes.service.ts'
import { NATIONAL } from '../transactions/transactions.input.ts'

/** The job that connects the remaining contacts that waited for a parent. */
export const JOIN_PARENT = 'association.join-parent'

/** Contacts connected in one transaction. */
const BATCH = 25

/** Connects the contacts that waited for this organization: some immediately, the others in a job. */
export const joinWaiting = async (scope: Scope, tx: Transaction, nationalId: number): Promise<void> => {
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
  for (const member of batch) await joinParent(scope, tx, member, parent.id)
  if (waiting.length > BATCH)
    await enqueueJobs(tx, [
      { name: JOIN_PARENT, payload: { tenantId, nationalId }, key: `association-parent:${tenantId}:${nationalId}` },
    ])
}

const joinParent = async (
  scope: Scope,
  tx: Transaction,
  { nationalId, systemTypeId }: AssociationMember,
  parentId: number,
): Promise<void> => {
  const { tenantId } = scope.db
  const member = await tx.associationMember.update({
    where: { tenantId_nationalId: { tenantId, nationalId } },
    data: { waitingParentId: null },
  })
  const live = await findLiveContact(tx, scope, member)
  if (!live || live.id === parentId) return
  await saveSyncedContact(scope, tx, {
    ...{ contactId: live.id, systemTypeId: systemTypeId as 1 | 2, nationalId, changes: {}, parentId, pointer: '' },
  })
  await noteChange(scope, tx, member, { origin: NATIONAL, operation: 'upsert' })
}
