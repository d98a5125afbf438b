import { PHONE_FIELDS } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import {
  checkSyncedFields,
  findSameContact,
  saveSyncedContact,
} from '#areas/people/contacts/synced-fields/synced-fields.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AssociationMember } from '#prisma/client'
import { findMember, findParent, findSettings } from '../association-sync.queries.ts'
import { noteChange } from '../changes/changes.service.ts'
import { joinWaiting } from '../parents.service.ts'
import { findPlatformContact, lockNumbers, lockTarget, requireSameContact, type Target } from './targets.service.ts'
import { type Effect, logTransaction } from './transaction-log.service.ts'
import {
  type Clocks,
  clockOf,
  clocksAfter,
  createsContact,
  hasName,
  impliedValues,
  omitEdited,
  pickNewerValues,
  requirePast,
  type SyncTransaction,
  type SyncValues,
} from './transactions.model.ts'

/** Applies a transaction of the sync in a database transaction of its own. @throws as applyTransaction. */
export const receiveTransaction = (scope: Scope, transaction: SyncTransaction): Promise<number | null> =>
  scope.db.transaction((tx) => applyTransaction(scope, tx, transaction))

/**
 * Applies a transaction of the sync, once. The result of any number of transactions does not depend on the order in which they
 * arrive: each field has the value of the newest transaction or edit that has set it.
 *
 * @returns the id of the contact; null if there is none.
 * @throws 400; 409 different-contacts; 422 transaction-rule, other-contact-type, relationship-cycle, too-many.
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
  const member = await findMember(tx, scope, transaction.nationalId)
  await logTransaction(scope, tx, transaction, effect, member)
  return member?.contactId ?? null
}

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
  /** The values that no newer transaction has sent. */
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
  const values = pickNewerValues(impliedValues(transaction, affiliation), before, clock)
  const work = { transaction, target, values, clocks: clocksAfter(before, values, clock) }
  if (target.contactId !== null) {
    if (transaction.platformId > 0) await requireSameContact(scope, tx, transaction, target.contactId)
    return changeTarget(scope, tx, work, target.contactId)
  }
  const isWanted = createsContact(transaction, affiliation) || target.member?.awaitsName === true
  if (isWanted && (await createTarget(scope, tx, work))) return 'applied'
  await rememberValues(scope, tx, work, isWanted)
  return 'remembered'
}

/** Sets the values of an existing contact that were not edited here later. The others are stored as sent. */
const changeTarget = async (scope: Scope, tx: Transaction, work: Work, contactId: number): Promise<Effect> => {
  const { target, values, clocks } = work
  if (Object.keys(values).length === 0) return 'older'
  const { member } = target
  const edits = (member?.localClocks ?? {}) as Clocks
  const wanted = omitEdited(values, clocks, edits)
  if (Object.keys(wanted).length === 0) {
    await saveMember(scope, tx, work, { contactId, waiting: {}, waitingParentId: member?.waitingParentId ?? null })
    return 'older'
  }
  const sent = omitEdited((member?.sent ?? {}) as SyncValues, clocks, edits)
  await saveTarget(scope, tx, work, withExtensions(wanted, sent), contactId)
  return 'applied'
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
    contactId: 0,
    systemTypeId: transaction.systemTypeId,
    nationalId: transaction.nationalId,
    changes,
    parentId: undefined,
    pointer: '/Transaction',
  })
  const waiting = { ...(target.member?.waiting as SyncValues | undefined), ...values }
  await saveMember(scope, tx, work, { contactId: null, waiting, waitingParentId: null, awaitsName })
}

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
  await saveTarget(scope, tx, work, { ...values, ...status }, found ?? 0)
  return true
}

/** Sets values of the contact. Saves what the sync knows of it, and the change for the feed. */
const saveTarget = async (
  scope: Scope,
  tx: Transaction,
  work: Work,
  values: SyncValues,
  contactId: number,
): Promise<void> => {
  const { transaction, target } = work
  const { nationalId, systemTypeId, operation, origin } = transaction
  const { ParentNationalId: parentNumber, ...changes } = values
  const parent = parentNumber ? await findParent(tx, scope, parentNumber) : null
  const isParent = parent?.systemTypeId === 2 && parent.id !== contactId
  const parentId = parentNumber === undefined ? undefined : isParent ? parent.id : null
  const saved = await saveSyncedContact(scope, tx, {
    contactId,
    systemTypeId,
    nationalId,
    changes,
    parentId,
    pointer: '/Transaction',
  })
  const waitingParentId =
    parentNumber === undefined ? (target.member?.waitingParentId ?? null) : isParent ? null : parentNumber
  const member = await saveMember(
    scope,
    tx,
    { ...work, values: { ...work.values, ...values } },
    {
      contactId: saved.contactId,
      waiting: {},
      waitingParentId,
      notedAuditId: saved.auditId,
      // Edits from before the contact had the number are replaced, and so are those of a deleted contact.
      ...(target.contactId === null && { localClocks: {} }),
    },
  )
  await noteChange(scope, tx, member, { origin, operation })
  if (systemTypeId === 2 && target.contactId === null) await joinWaiting(scope, tx, nationalId, '/Transaction')
}

/** What the sync knows of a number besides the clocks and values of its transactions. */
interface MemberState {
  contactId: number | null
  waiting: SyncValues
  waitingParentId: number | null
  awaitsName?: boolean
  notedAuditId?: number
  localClocks?: Clocks
}

const saveMember = (
  { db }: Scope,
  tx: Transaction,
  { transaction: { nationalId, systemTypeId }, target, values, clocks }: Work,
  { waiting, awaitsName = false, ...state }: MemberState,
): Promise<AssociationMember> => {
  const { tenantId } = db
  const sent = { ...(target.member?.sent as SyncValues | undefined), ...values }
  const data = { ...state, clocks, waiting: waiting as object, sent: sent as object, awaitsName }
  return tx.associationMember.upsert({
    where: { tenantId_nationalId: { tenantId, nationalId } },
    create: { tenantId, nationalId, systemTypeId, ...data },
    update: data,
  })
}
