import {
  findEditTimes,
  readSyncedContact,
  type SyncedContact,
} from '#areas/people/contacts/synced-fields/synced-fields.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AssociationMember } from '#prisma/client'
import { type Clocks, clocksAfterEdits } from './transactions/transactions.model.ts'

/** Finds the version of the contact of a number if it has changed here since its edits were noted; otherwise null. */
export const findNewVersion = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { contactId, nationalId, notedAuditId }: AssociationMember,
): Promise<number | null> => {
  if (contactId === null) return null
  const where = { tenantId, id: contactId, nationalId, auditId: { gt: notedAuditId } }
  return (await tx.contact.findFirst({ where, select: { auditId: true } }))?.auditId ?? null
}

/**
 * Notes the time of the edits of each field since the last call, from the history of the contact: transactions that are older
 * do not set these fields. The caller has locked the contact.
 */
export const noteEdits = async (scope: Scope, tx: Transaction, member: AssociationMember): Promise<void> => {
  const { tenantId } = scope.db
  const { contactId, nationalId, notedAuditId: afterVersion } = member
  const auditId = await findNewVersion(scope, tx, member)
  if (contactId === null || auditId === null) return
  const before = member.known as SyncedContact | null
  const after = await readSyncedContact(scope, tx, contactId)
  const edits = await findEditTimes(scope, tx, { contactId, afterVersion }, before, after)
  await tx.associationMember.update({
    where: { tenantId_nationalId: { tenantId, nationalId } },
    data: {
      notedAuditId: auditId,
      localClocks: clocksAfterEdits(member.localClocks as Clocks, member.clocks as Clocks, edits),
      // The contact belongs to the organization that was chosen here, not to one that arrives later.
      ...(edits.has('ParentNationalId') && { waitingParentId: null }),
    },
  })
}
