import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { PHONE_FIELDS } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import {
  checkSyncedFields,
  findSameContact,
  saveSyncedContact,
} from '#areas/people/contacts/synced-fields/synced-fields.service'
import { conflict, Problem, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { findMeantContact } from '#kernel/records/merged-contacts'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AssociationMember } from '#prisma/client'
import { findLiveContact, findMember, findParent } from '../association-sync.queries.ts'
import { noteChange } from '../changes/changes.service.ts'
import { joinWaiting } from '../parents/parents.service.ts'
import { findSettings } from '../settings/settings.queries.ts'
import { type Effect, logRejection, logTransaction } from './transaction-log.service.ts'
import {
  type Clocks,
  clockOf,
  clocksAfter,
  createsContact,
  hasName,
  impliedValues,
  newerValues,
  requirePast,
  type SyncTransaction,
  type SyncValues,
  transactionRule,
} from './transactions.model.ts'

/**
 * Applies a transaction of the sync in a transaction of its own. Logs a rejected one in another.
 *
 * @throws 400 naming each value that a contact cannot have; 409 different-contacts; 422 transaction-rule, other-contact-type.
 */
export const receiveTransaction = async (scope: Scope, transaction: SyncTransaction): Promise<void> => {
  try {
    await scope.db.transaction((tx) => applyTransaction(scope, tx, transaction))
  } catch (error) {
    if (error instanceof Problem && error.status < 500)
      await scope.db.transaction((tx) => logRejection(scope, tx, transaction, error.message))
    throw error
  }
}

/**
 * Applies a transaction of the sync, once. The result of any number of transactions does not depend on the order in which they
 * arrive: each field has the value of the newest transaction that has set it.
 *
 * @returns the id of the contact; null if there is none.
 * @throws 400; 409 different-contacts; 422 transaction-rule, other-contact-type, relationship-cycle.
 */
export const applyTransaction = async (
  scope: Scope,
  tx: Transaction,
  transaction: SyncTransaction,
): Promise<number | null> => {
  requirePast(transaction, scope.clock.now())
  await lockNumbers(scope, tx, transaction)
  const target = await lockTarget(scope, tx, transaction)
  const isNew = await recordReceipt(scope, tx, transaction)
  const effect: Effect = isNew ? await applyToTarget(scope, tx, transaction, target) : 'repeated'
  const contactId = (await findMember(tx, scope, transaction.nationalId))?.contactId ?? null
  await logTransaction(scope, tx, transaction, effect, contactId)
  return contactId
}

/** Transactions of a number, and those of contacts that wait for a parent and of the parent itself, exclude each other. */
const lockNumbers = async (scope: Scope, tx: Transaction, { nationalId, values }: SyncTransaction): Promise<void> => {
  const numbers = [nationalId, ...(values.ParentNationalId ? [values.ParentNationalId] : [])].sort((a, b) => a - b)
  for (const number of numbers) await lockSubject(scope, tx, `association:${number}`)
}

/** What the sync knows of a number, with its locked contact. */
interface Target {
  member: AssociationMember | null
  /** Null: transactions create one. */
  contactId: number | null
  /** The number belongs to a contact that was merged into one with another number. */
  isMerged: boolean
}

/** Locks the contact of the number together with that of the parent. @throws 422 other-contact-type. */
const lockTarget = async (scope: Scope, tx: Transaction, transaction: SyncTransaction): Promise<Target> => {
  const { nationalId, systemTypeId, values } = transaction
  for (;;) {
    const member = await findMember(tx, scope, nationalId)
    const parent = values.ParentNationalId ? await findMember(tx, scope, values.ParentNationalId) : null
    const ids = [member?.contactId, parent?.contactId].filter((id): id is number => typeof id === 'number')
    const locked = await lockContacts(tx, scope, ids)
    // A merge can have moved the number before the lock was acquired.
    const current = await findMember(tx, scope, nationalId)
    if (current?.contactId !== member?.contactId) continue
    if (current && current.systemTypeId !== systemTypeId) throw otherType()
    const contact = locked.find(({ id, isDeleted }) => id === current?.contactId && !isDeleted)
    const live = contact && (await findLiveContact(tx, scope, current))
    return { member: current, contactId: live?.id ?? null, isMerged: contact !== undefined && !live }
  }
}

const otherType = () =>
  ruleRefused('other-contact-type', 'The contact with this number has the other type: individual or business.')

/** Returns false for a transaction that was received before. */
const recordReceipt = async (
  { db, clock }: Scope,
  tx: Transaction,
  { origin, transactionId, nationalId, operation, occurredAt }: SyncTransaction,
): Promise<boolean> => {
  const { tenantId } = db
  const data = { tenantId, origin, transactionId, nationalId, operation, occurredAt, receivedAt: clock.now() }
  const { count } = await tx.associationTransaction.createMany({ data: [data], skipDuplicates: true })
  return count === 1
}

/** What a transaction does to the contact. */
interface Work {
  transaction: SyncTransaction
  target: Target
  /** The values that it sets. */
  values: SyncValues
  clocks: Clocks
}

const applyToTarget = async (
  scope: Scope,
  tx: Transaction,
  transaction: SyncTransaction,
  target: Target,
): Promise<Effect> => {
  if (target.isMerged) return 'merged'
  const affiliation = (await findSettings(tx, scope))?.affiliation ?? null
  const clock = clockOf(transaction)
  const before = (target.member?.clocks ?? {}) as Clocks
  const values = newerValues(impliedValues(transaction, affiliation), before, clock)
  const work = { transaction, target, values, clocks: clocksAfter(before, values, clock) }
  if (target.contactId !== null) {
    if (transaction.platformId > 0) await requireSameContact(scope, tx, transaction, target.contactId)
    if (Object.keys(values).length === 0) return 'older'
    const sent = (target.member?.sent ?? {}) as SyncValues
    await saveTarget(scope, tx, { ...work, values: withExtensions(values, sent) }, target.contactId)
    return 'applied'
  }
  const isWanted = createsContact(transaction, affiliation) || target.member?.awaitsName === true
  if (isWanted && (await createTarget(scope, tx, work))) return 'applied'
  await rememberValues(scope, tx, work, isWanted)
  return 'remembered'
}

/** Adds the extensions of new phones that arrived before them. */
const withExtensions = (values: SyncValues, sent: SyncValues): SyncValues => {
  const waiting = PHONE_FIELDS.flatMap(({ field, extension }) =>
    extension && values[field] && values[extension] === undefined && sent[extension]
      ? [[extension, sent[extension]]]
      : [],
  )
  return { ...values, ...Object.fromEntries(waiting) }
}

/** Stores values for the contact that a later transaction creates. @throws 400. */
const rememberValues = async (scope: Scope, tx: Transaction, work: Work, awaitsName: boolean): Promise<void> => {
  const { transaction, target, values } = work
  const { ParentNationalId: _parent, ...changes } = values
  await checkSyncedFields(scope, tx, {
    ...{ contactId: 0, systemTypeId: transaction.systemTypeId, nationalId: transaction.nationalId },
    ...{ changes, parentId: undefined, pointer: '/Transaction' },
  })
  const waiting = { ...(target.member?.waiting as SyncValues | undefined), ...values }
  await saveMember(scope, tx, work, { contactId: null, waiting, waitingParentId: null, awaitsName })
}

/** @throws 409 different-contacts. */
const requireSameContact = async (
  scope: Scope,
  tx: Transaction,
  { platformId }: SyncTransaction,
  contactId: number,
): Promise<void> => {
  const meant = await findMeantContact(tx, scope.db.tenantId, platformId)
  if (meant === contactId) return
  const [locked] = await lockContacts(tx, scope, [meant])
  if (!locked) throw unknownPlatformId()
  if (!locked.isDeleted) throw differentContacts()
}

const unknownPlatformId = () =>
  transactionRule(
    'No contact has the PlatformID. Send the id that the feed contains, or 0.',
    '/Transaction/PlatformID',
    'must be the id of a contact, or 0',
  )

const differentContacts = () =>
  conflict(
    'different-contacts',
    'PlatformID and NationalID belong to two contacts. Merge them, or leave out PlatformID.',
  )

/**
 * Connects the number with an existing contact, or creates one. Values that earlier transactions have sent are set too.
 *
 * @returns false if the contact would have no name.
 */
const createTarget = async (scope: Scope, tx: Transaction, work: Work): Promise<boolean> => {
  const { transaction, target } = work
  const sent = (target.member?.sent ?? {}) as SyncValues
  const values = { ...sent, ...work.values }
  const named = await findPlatformContact(scope, tx, transaction)
  if (named === null && !hasName(transaction.systemTypeId, values)) return false
  const { systemTypeId, nationalId } = transaction
  const search = {
    contactId: 0,
    systemTypeId,
    nationalId,
    changes: values,
    parentId: undefined,
    pointer: '/Transaction',
  }
  const found = named ?? (await findSameContact(scope, tx, search))
  const status = values.Status === undefined ? { Status: 'Active' as const } : {}
  await saveTarget(scope, tx, { ...work, values: { ...values, ...status } }, found ?? 0)
  return true
}

/** Locks the contact that PlatformID references. @throws 409 different-contacts; 422 other-contact-type. */
const findPlatformContact = async (
  scope: Scope,
  tx: Transaction,
  { platformId, nationalId, systemTypeId }: SyncTransaction,
): Promise<number | null> => {
  if (platformId === 0) return null
  const meant = await findMeantContact(tx, scope.db.tenantId, platformId)
  const [locked] = await lockContacts(tx, scope, [meant])
  if (!locked) throw unknownPlatformId()
  if (locked.isDeleted) return null
  if (locked.systemTypeId !== systemTypeId) throw otherType()
  const contact = await tx.contact.findFirst({ where: { tenantId: scope.db.tenantId, id: meant } })
  if (contact && contact.nationalId !== null && contact.nationalId !== nationalId) throw differentContacts()
  return meant
}

/** Saves the contact, what the sync knows of it, and the change for the feed. */
const saveTarget = async (scope: Scope, tx: Transaction, work: Work, contactId: number): Promise<void> => {
  const { transaction, target, values } = work
  const { nationalId, systemTypeId, operation, origin } = transaction
  const { ParentNationalId: parentNumber, ...changes } = values
  const parent = parentNumber ? await findParent(tx, scope, parentNumber) : null
  const isParent = parent?.systemTypeId === 2 && parent.id !== contactId
  const parentId = parentNumber === undefined ? undefined : isParent ? parent.id : null
  const saved = await saveSyncedContact(scope, tx, {
    ...{ contactId, systemTypeId, nationalId, changes, parentId, pointer: '/Transaction' },
  })
  const waitingParentId =
    parentNumber === undefined ? (target.member?.waitingParentId ?? null) : isParent ? null : parentNumber
  const member = await saveMember(scope, tx, work, { contactId: saved, waiting: {}, waitingParentId })
  await noteChange(scope, tx, member, { origin, operation })
  if (systemTypeId === 2 && target.contactId === null) await joinWaiting(scope, tx, nationalId)
}

const saveMember = (
  { db }: Scope,
  tx: Transaction,
  { transaction: { nationalId, systemTypeId }, target, values, clocks }: Work,
  {
    contactId,
    waiting,
    waitingParentId,
    awaitsName = false,
  }: { contactId: number | null; waiting: SyncValues; waitingParentId: number | null; awaitsName?: boolean },
): Promise<AssociationMember> => {
  const { tenantId } = db
  const sent = { ...(target.member?.sent as SyncValues | undefined), ...values }
  const data = { contactId, clocks, waiting: waiting as object, sent: sent as object, waitingParentId, awaitsName }
  return tx.associationMember.upsert({
    where: { tenantId_nationalId: { tenantId, nationalId } },
    create: { tenantId, nationalId, systemTypeId, ...data },
    update: data,
  })
}
