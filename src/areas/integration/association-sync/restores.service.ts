import type { NumberKeeper } from '#areas/people/contacts/contact-followers.service'
import { saveSyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.service'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Contact } from '#prisma/client'
import { findMember } from './association-sync.queries.ts'
import { joinWaiting } from './parents.service.ts'
import { type Clocks, omitEdited, type SyncValues } from './transactions/transactions.model.ts'

/** Locks the number that a deleted contact has at the national body. Call it before the contact is locked. */
const lockNumberOf = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const { tenantId } = scope.db
  const contact = await tx.contact.findFirst({ where: { tenantId, id: contactId }, select: { nationalId: true } })
  if (contact?.nationalId) await lockSubject(scope, tx, `association:${contact.nationalId}`)
}

/**
 * Returns whether the number of a deleted contact has another contact, because a transaction arrived after the
 * deletion.
 */
const isReplaced = (scope: Scope, tx: Transaction, { id, nationalId }: Contact): Promise<boolean> =>
  runForWholeTenant(scope, tx, async () => {
    const member = nationalId === null ? null : await findMember(tx, scope, nationalId)
    if (!member?.contactId || member.contactId === id) return false
    const where = { tenantId: scope.db.tenantId, id: member.contactId, deletedAt: null }
    return (await tx.contact.findFirst({ where, select: { id: true } })) !== null
  })

/** Connects a restored contact with its number, and sets what transactions have sent while it was deleted. */
const linkRestored = (scope: Scope, tx: Transaction, { id, nationalId }: Contact): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const { tenantId } = scope.db
    const member = nationalId === null ? null : await findMember(tx, scope, nationalId)
    if (!member || member.contactId === id) return
    const waiting = omitEdited(member.waiting as SyncValues, member.clocks as Clocks, member.localClocks as Clocks)
    const { ParentNationalId: parent, ...changes } = waiting
    const { auditId } = await saveSyncedContact(scope, tx, {
      contactId: id,
      systemTypeId: member.systemTypeId as 1 | 2,
      nationalId: member.nationalId,
      changes,
      parentId: parent === null ? null : undefined,
      pointer: '',
    })
    await tx.associationMember.update({
      where: { tenantId_nationalId: { tenantId, nationalId: member.nationalId } },
      data: {
        contactId: id,
        waiting: {},
        notedAuditId: auditId,
        ...(parent !== undefined && { waitingParentId: parent }),
      },
    })
    if (parent) await joinWaiting(scope, tx, parent)
    if (member.systemTypeId === 2) await joinWaiting(scope, tx, member.nationalId)
  })

export const nationalNumbers: NumberKeeper = { lockNumberOf, isReplaced, linkRestored }
