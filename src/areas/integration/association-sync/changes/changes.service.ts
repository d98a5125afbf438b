import { lockContacts } from '#areas/people/contacts/records/records.queries'
import {
  findEditTimes,
  listPeopleOf,
  readSyncedContact,
  type SyncedContact,
} from '#areas/people/contacts/synced-fields/synced-fields.queries'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AssociationMember } from '#prisma/client'
import { findLiveContact, findMember, findMembersOf } from '../association-sync.queries.ts'
import { type SyncedChange, syncFollowers } from '../followers.service.ts'
import { LOCAL, NATIONAL } from '../transactions/transactions.input.ts'
import { type Clocks, clocksAfterEdits, type Operation } from '../transactions/transactions.model.ts'
import { type ChangeType, changeTypeOf, findChangedFields, isCounted, tagsOf } from './changes.model.ts'

/** Where a change comes from. */
export interface Cause {
  /** Absent: the change was made here. */
  origin?: string
  operation?: Operation
  /** The state that the registry has already, if that is not the known one. */
  registryKnows?: SyncedContact
}

/**
 * Compares a contact with what the feed and the registry know of it, adds the difference to the feed, and notifies the
 * followers of the sync. The caller has locked the contact. A transaction of the sync calls it with its origin, so that the
 * event of its save finds no difference: this is why a change that was received is not sent back.
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
  const fields = findChangedFields(before, after)
  if (fields.length === 0) return
  const { nationalId, contactId } = member
  const changeType = typeOf(before, after, operation)
  const contact: SyncedContact | null = after ?? (before && { ...before, Status: 'Dropped' })
  if (contact === null) return
  await saveKnown(scope, tx, member, contact)
  if (isCounted(before) || isCounted(after)) await addChange(scope, tx, { nationalId, changeType, origin, contact })
  const tags = tagsOf(registryKnows ? findChangedFields(registryKnows, after) : fields)
  // A number that the national body has ended has no updates until it returns.
  const isEnded = live?.nationalStatusId === ENDED && !isCounted(before) && !isCounted(after)
  if (origin !== NATIONAL && tags.length > 0 && !isEnded)
    await notifyFollowers(scope, tx, { contactId, nationalId, changeType, tags, contact })
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

const notifyFollowers = async (scope: Scope, tx: Transaction, change: SyncedChange): Promise<void> => {
  for (const follower of syncFollowers.entries()) await follower.afterChange(scope, tx, change)
}

/** The status of contacts that are active. */
const ACTIVE = 2

/**
 * Adds what has changed of a contact to the feed, and notifies the followers. Any number of calls has the same effect as one.
 * In a tenant of the registry, followers also get a contact without a number that has become active.
 */
export const noteContact = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const [locked] = await lockContacts(tx, scope, [contactId])
  if (!locked) return
  const members = await findMembersOf(tx, scope, contactId)
  for (const member of members) await noteChange(scope, tx, member)
  if (members.length === 0 && isInRegistry(scope) && !locked.isDeleted && !locked.isUnmatched)
    await notifyOfNewMember(scope, tx, contactId)
}

/** Returns whether the active contacts of the tenant belong to the registry. */
const isInRegistry = ({ tenant }: Scope): boolean => tenant.natregIsStateAssociation || tenant.isRealEstateEdition

const notifyOfNewMember = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const { tenantId } = scope.db
  const active = await tx.contact.findFirst({ where: { tenantId, id: contactId, statusId: ACTIVE } })
  if (!active) return
  for (const follower of syncFollowers.entries()) {
    if (await follower.hasContact(scope, tx, contactId)) continue
    const contact = await readSyncedContact(scope, tx, contactId)
    if (!contact) return
    const tags = tagsOf(findChangedFields(null, contact))
    await follower.afterChange(scope, tx, { contactId, nationalId: null, changeType: 'Create', tags, contact })
  }
}

/** The job that checks the people of an organization after a change of its memberships. */
export const NOTE_PEOPLE = 'association.note-people'

/** Contacts checked by one job. */
const BATCH = 200

/** Checks the next people of an organization, and requests a job for the others. */
export const notePeople = async (scope: Scope, organizationId: number, after: number): Promise<void> => {
  const ids = await listPeopleOf(scope, organizationId, after, BATCH)
  for (const id of ids) await scope.db.transaction((tx) => noteContact(scope, tx, id))
  const last = ids.at(-1)
  if (last === undefined || ids.length < BATCH) return
  const { tenantId } = scope.db
  const payload = { tenantId, organizationId, after: last }
  await scope.db.transaction((tx) =>
    enqueueJobs(tx, [{ name: NOTE_PEOPLE, payload, key: `association-people:${tenantId}:${organizationId}` }]),
  )
}

/** Finds the version of the contact of a number if it has changed here since its edits were noted; otherwise null. */
const findNewVersion = async (
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
const noteEdits = async (scope: Scope, tx: Transaction, member: AssociationMember): Promise<void> => {
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
