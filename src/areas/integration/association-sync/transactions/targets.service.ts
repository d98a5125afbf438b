import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { findMeantContact } from '#kernel/records/merged-contacts'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AssociationMember } from '#prisma/client'
import { findLiveContact, findMember } from '../association-sync.queries.ts'
import { noteLocalChanges } from '../changes/changes.service.ts'
import { type SyncTransaction, transactionRule } from './transactions.model.ts'

/**
 * Locks numbers: transactions of a number, and those of contacts that wait for a parent and of the parent itself,
 * exclude each other.
 */
export const lockNumbers = async (
  scope: Scope,
  tx: Transaction,
  { nationalId, values }: SyncTransaction,
): Promise<void> => {
  const numbers = [nationalId, ...(values.ParentNationalId ? [values.ParentNationalId] : [])].sort((a, b) => a - b)
  for (const number of numbers) await lockSubject(scope, tx, `association:${number}`)
}

/** What the sync knows of a number, with its locked contact. */
export interface Target {
  member: AssociationMember | null
  /** Null: transactions create one. */
  contactId: number | null
  /** The number belongs to a contact that was merged into one with another number. */
  isMerged: boolean
}

/** Locks the contact of the number together with that of the parent. @throws 422 other-contact-type. */
export const lockTarget = async (scope: Scope, tx: Transaction, transaction: SyncTransaction): Promise<Target> => {
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
    const noted = current && (await noteLocalChanges(scope, tx, current))
    return { member: noted, contactId: live?.id ?? null, isMerged: contact !== undefined && !live }
  }
}

const otherType = () =>
  ruleRefused('other-contact-type', 'The contact with this number has the other type: individual or business.')

/** @throws 409 different-contacts. */
export const requireSameContact = async (
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

/** Locks the contact that PlatformID references. @throws 409 different-contacts; 422 other-contact-type. */
export const findPlatformContact = async (
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
