import { queueRegistryChange } from '#areas/integration/national-registry/queue/queue.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { readSyncedContact, type SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AssociationMember } from '#prisma/client'
import { findLiveContact, findMember, findMembersOf } from '../association-sync.queries.ts'
import { findNewVersion, noteEdits } from '../edits.service.ts'
import { LOCAL, NATIONAL } from '../transactions/transactions.input.ts'
import type { Operation } from '../transactions/transactions.model.ts'
import { type ChangeType, changedFields, changeTypeOf, isCounted, tagsOf } from './changes.model.ts'

/** Where a change comes from. */
export interface Cause {
  /** Absent: the change was made here. */
  origin?: string
  operation?: Operation
  /** The state that the registry has already, if that is not the known one. */
  registryKnows?: SyncedContact
}

/**
 * Compares a contact with what the feed and the registry know of it, and adds the difference to both. The caller has locked
 * the contact. A transaction of the sync calls it with its origin, so that the event of its save finds no difference: this
 * is why a change that was received is not sent back.
 */
export const noteChange = async (
  scope: Scope,
  tx: Transaction,
  member: AssociationMember,
  { origin = LOCAL, operation = 'upsert', registryKnows }: Cause = {},
): Promise<void> => {
  if (origin === LOCAL) await noteEdits(scope, tx, member)
  const before = member.known as SyncedContact | null
  const live = await findLiveContact(tx, scope, member)
  const after = live && (await readSyncedContact(scope, tx, live.id))
  // The deletion was noted before, or the contact was never sent as active.
  if (after === null && !isCounted(before)) return
  const fields = changedFields(before, after)
  if (fields.length === 0) return
  const { nationalId, contactId } = member
  const changeType = typeOf(before, after, operation)
  const contact: SyncedContact | null = after ?? (before && { ...before, Status: 'Dropped' })
  if (contact === null) return
  await saveKnown(scope, tx, member, contact)
  if (isCounted(before) || isCounted(after)) await addChange(scope, tx, { nationalId, changeType, origin, contact })
  const tags = tagsOf(registryKnows ? changedFields(registryKnows, after) : fields)
  // A number that the national body has ended has no updates until it returns.
  const isEnded = live?.nationalStatusId === ENDED && !isCounted(before) && !isCounted(after)
  if (origin !== NATIONAL && tags.length > 0 && !isEnded)
    await queueRegistryChange(scope, tx, { contactId, nationalId, changeType, tags, contact })
}

/**
 * Notes what was changed here before a transaction of the sync, if its event was not delivered yet: then the change has
 * its own origin and time. The caller has locked the contact.
 */
export const noteLocalChanges = async (
  scope: Scope,
  tx: Transaction,
  member: AssociationMember,
): Promise<AssociationMember> => {
  if ((await findNewVersion(scope, tx, member)) === null) return member
  await noteChange(scope, tx, member)
  return (await findMember(tx, scope, member.nationalId)) ?? member
}

/** The national membership of a number that is dropped. */
const ENDED = 16

const typeOf = (before: SyncedContact | null, after: SyncedContact | null, operation: Operation): ChangeType => {
  if (operation === 'move' && before !== null) return 'Move'
  return operation === 'delete' ? 'Delete' : changeTypeOf(before, after)
}

const saveKnown = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { nationalId }: AssociationMember,
  known: SyncedContact,
): Promise<void> => {
  await tx.associationMember.update({
    where: { tenantId_nationalId: { tenantId, nationalId } },
    data: { known: known as object },
  })
}

interface FeedChange {
  nationalId: number
  changeType: ChangeType
  origin: string
  contact: SyncedContact
}

const addChange = async ({ db }: Scope, tx: Transaction, { contact, ...change }: FeedChange): Promise<void> => {
  const data = { ...change, tenantId: db.tenantId, transactionId: crypto.randomUUID() }
  await tx.associationChange.createMany({ data: [{ ...data, contact: contact as object }] })
}

/** The status of contacts that are active. */
const ACTIVE = 2

/**
 * Adds what has changed of a contact to the feed and the queue of the registry. Any number of calls has the same effect as
 * one. In a tenant of the registry, also queues a contact without a number that has become active.
 */
export const noteContact = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const [locked] = await lockContacts(tx, scope, [contactId])
  if (!locked) return
  const members = await findMembersOf(tx, scope, contactId)
  for (const member of members) await noteChange(scope, tx, member)
  if (members.length === 0 && isInRegistry(scope) && !locked.isDeleted && !locked.isUnmatched)
    await queueNewMember(scope, tx, contactId)
}

/** Whether the active contacts of the tenant belong to the registry. */
const isInRegistry = ({ tenant }: Scope): boolean => tenant.natregIsStateAssociation || tenant.isRealEstateEdition

const queueNewMember = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const { tenantId } = scope.db
  const active = await tx.contact.findFirst({ where: { tenantId, id: contactId, statusId: ACTIVE } })
  if (!active) return
  // A change that was given up is sent again with the next one.
  const where = { tenantId, contactId, isReceived: false, status: { not: 'GivenUp' } }
  const queued = await tx.registryEvent.findFirst({ where })
  const contact = queued ? null : await readSyncedContact(scope, tx, contactId)
  if (contact)
    await queueRegistryChange(scope, tx, {
      contactId,
      nationalId: null,
      changeType: 'Create',
      contact,
      tags: tagsOf(changedFields(null, contact)),
    })
}
