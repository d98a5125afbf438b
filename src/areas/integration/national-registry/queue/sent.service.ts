import { findMember } from '#areas/integration/association-sync/association-sync.queries'
import { noteChange } from '#areas/integration/association-sync/changes/changes.service'
import { joinWaiting } from '#areas/integration/association-sync/parents/parents.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import { saveSyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.service'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type NationalRegistry, RegistryFault } from '../registry.port.ts'
import type { ClaimedEvent } from './queue.sql.ts'

/**
 * Sends a row to the registry and settles it. If the process is killed in between, the row is sent again under the same id,
 * which the registry performs once.
 *
 * @throws RegistryFault.
 */
export const sendChange = async (scope: Scope, registry: NationalRegistry, claimed: ClaimedEvent): Promise<void> => {
  const { requestId, nationalId, changeType, tags } = claimed
  const contact = claimed.body as SyncedContact
  const number = await registry.send({ requestId, nationalId, changeType, tags, contact })
  await scope.db.transaction(async (tx) => {
    if (nationalId === null) await assignNumber(scope, tx, claimed, number)
    const { tenantId } = scope.db
    await tx.registryEvent.update({
      where: { tenantId_id: { tenantId, id: claimed.id } },
      data: {
        nationalId: number,
        status: 'Succeeded',
        message: 'Sent to the registry.',
        dueAt: null,
        settledAt: scope.clock.now(),
      },
    })
  })
}

/** Connects the contact with the number that the registry has assigned. @throws RegistryFault if another contact has it. */
const assignNumber = async (
  scope: Scope,
  tx: Transaction,
  { contactId, body }: ClaimedEvent,
  nationalId: number,
): Promise<void> => {
  if (contactId === null) return
  const { tenantId } = scope.db
  await lockSubject(scope, tx, `association:${nationalId}`)
  const [contact] = await lockContacts(tx, scope, [contactId])
  if (!contact || contact.isDeleted) return
  const known = await findMember(tx, scope, nationalId)
  if (known?.contactId === contactId) return
  if (known?.contactId)
    throw new RegistryFault('rejected', { detail: `Contact ${known.contactId} has the number ${nationalId} already.` })
  const { systemTypeId } = contact
  const { auditId } = await saveSyncedContact(scope, tx, {
    contactId,
    systemTypeId,
    nationalId,
    changes: {},
    parentId: undefined,
    pointer: '',
  })
  const link = { contactId, notedAuditId: auditId, localClocks: {} }
  const member = await tx.associationMember.upsert({
    where: { tenantId_nationalId: { tenantId, nationalId } },
    create: { tenantId, nationalId, systemTypeId, ...link },
    update: link,
  })
  await noteChange(scope, tx, member, { registryKnows: { ...(body as SyncedContact), NationalID: nationalId } })
  if (systemTypeId === 2) await joinWaiting(scope, tx, nationalId)
}
