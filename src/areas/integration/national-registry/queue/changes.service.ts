import { findMember, findSettings } from '#areas/integration/association-sync/association-sync.queries'
import { noteChange } from '#areas/integration/association-sync/changes/changes.service'
import { joinWaiting } from '#areas/integration/association-sync/parents.service'
import { readTransaction } from '#areas/integration/association-sync/transactions/received-transactions.service'
import { applyTransaction } from '#areas/integration/association-sync/transactions/transactions.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import { saveSyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.service'
import { Problem } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { instantOf } from '#kernel/time/instant'
import { isDate } from '#kernel/time/written-date'
import type { Prisma } from '#prisma/client'
import { type NationalRegistry, type RegistryChange, RegistryFault } from '../registry.port.ts'
import type { ClaimedEvent } from './queue.sql.ts'

/** Pages of one run. */
const MAX_PAGES = 20

/** Adds the changes of the registry to the queue, with the position in the same transaction. @throws RegistryFault. */
export const receiveChanges = async (scope: Scope, registry: NationalRegistry): Promise<void> => {
  const { tenantId, prisma } = scope.db
  for (let page = 0; page < MAX_PAGES; page++) {
    const cursor = (await findSettings(prisma, scope))?.registryCursor ?? null
    const { changes, cursor: next, hasMore } = await registry.listChanges(cursor)
    const now = scope.clock.now()
    if (changes.length > 0 || next !== cursor)
      await scope.db.transaction(async (tx) => {
        const data = changes.map((change) => ({ ...rowOf(change), tenantId, createdAt: now, dueAt: now }))
        await tx.registryEvent.createMany({ data, skipDuplicates: true })
        const position = { registryCursor: next, receivedAt: now }
        await tx.associationSettings.upsert({
          where: { tenantId },
          create: { tenantId, ...position },
          update: position,
        })
      })
    if (!hasMore) return
  }
}

const TYPES = new Map([
  ['upsert', 'Update'],
  ['move', 'Move'],
  ['delete', 'Delete'],
])

const rowOf = ({ id, operation, transaction }: RegistryChange) => {
  const sent = new Map(Object.entries(transaction ?? {}))
  const number = sent.get('NationalID')
  const occurred = String(sent.get('OccurredDate'))
  return {
    isReceived: true,
    requestId: id,
    nationalId: Number.isInteger(number) && number > 0 && number < 2 ** 31 ? Number(number) : null,
    changeType: TYPES.get(operation) ?? 'Update',
    tags: ['received'],
    // As a number, which SQL can compare whatever the registry has sent as the date.
    body: {
      operation,
      transaction,
      ...(isDate(occurred) && { OccurredAt: instantOf(occurred).getTime() }),
    } as Prisma.InputJsonObject,
  }
}

/**
 * Applies a row by the rules of the association sync, and settles it in the same transaction.
 *
 * @throws Problem if the transaction is not valid.
 */
export const applyReceived = async (scope: Scope, { id, body }: ClaimedEvent): Promise<void> => {
  const { operation, transaction } = body as { operation: string; transaction: unknown }
  const parsed = readTransaction(operation, transaction)
  await scope.db.transaction(async (tx) => {
    const contactId = await applyTransaction(scope, tx, parsed)
    await tx.registryEvent.update({
      where: { tenantId_id: { tenantId: scope.db.tenantId, id } },
      data: { contactId, status: 'Succeeded', message: 'Applied.', dueAt: null, settledAt: scope.clock.now() },
    })
  })
}

/** Returns whether an error says that the row itself is not valid, so that a retry cannot succeed. */
export const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500

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
