import { notFound } from '#kernel/errors/problem'
import { ownValue } from '#kernel/lookups/own-value'
import { lockRecordIfPresent, lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, type RecordKind } from '#kernel/records/record-kind'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import type { PrimaryField } from './contact-parts.model.ts'
import { type ContactHead, findContactHeads, type Versioned } from './contact-parts.queries.ts'
import { contactKind } from './contacts.queries.ts'
import { refreshContactRows } from './records/contact-rows.service.ts'

/** The part of a contact that a change concerns: `part` in the payload of the event. */
export type ContactPart =
  | 'emails'
  | 'phones'
  | 'websites'
  | 'addresses'
  | 'roles'
  | 'designations'
  | 'tags'
  | 'activities'
  | 'categories'
  | 'relationships'
  | 'certifications'
  | 'records'
  | 'image'
  | 'groups'
  | 'eventSponsors'
  | 'source'

/** The parts from which list columns or the words of the search are derived. */
const SHOWN_IN_LISTS: ReadonlySet<ContactPart> = new Set([
  'emails',
  'phones',
  'websites',
  'addresses',
  'roles',
  'designations',
  'categories',
  'relationships',
])

export interface PartChange<T> {
  result: T
  /** The changed fields, for the history and the event. If absent, nothing changed and nothing is recorded. */
  changes?: Prisma.InputJsonObject
  /** The part before, undefined for a new one: the history has its old and new values. */
  before?: object | undefined
}

/**
 * Changes a part of a contact: the only way to do so. In one transaction it locks the contact, checks If-Match against
 * its version, runs `work`, increments the version, updates the row that lists show and records the change. The lock
 * covers every part of the contact, so `work` needs no further lock to check a rule about all of them.
 *
 * If the change is also visible on another contact (`otherId`), that contact is locked too, and gets a new version and
 * row. `work` receives it as `other`, or undefined if it does not exist.
 *
 * @throws 404 if the contact does not exist or is deleted, 412.
 */
export const changeContact = <T>(
  scope: Scope,
  contactId: number,
  expected: ExpectedVersion,
  part: ContactPart,
  work: (tx: Transaction, contact: ContactHead, other: ContactHead | undefined) => Promise<PartChange<T>>,
  otherId = contactId,
): Promise<Versioned<T>> =>
  scope.db.transaction(async (tx) => {
    const locked = await lockRows(scope, tx, contactKind, [contactId, otherId], 'no key update')
    const contacts = await findContactHeads(tx, scope, locked)
    const contact = contacts.find(({ id }) => id === contactId)
    if (!contact) throw notFound('contact')
    requireVersion(contact.auditId, { ...expected, auditId: null, isRequired: false })
    const other = contacts.find(({ id }) => id !== contactId)
    const { result, changes, ...compared } = await work(tx, contact, other)
    if (!changes) return { result, auditId: contact.auditId }
    const history =
      'before' in compared ? changedPart(part, ...differences(compared.before, changes)) : { [part]: changes }
    const auditId = await recordPart(scope, tx, contactId, part, changes, history)
    if (other) await recordPart(scope, tx, other.id, part, changes, history)
    return { result, auditId }
  })

/** Returns the old and the new values of a part that differ, with its id: null before its creation and after its deletion. */
const differences = (before: object | undefined, changes: Prisma.InputJsonObject): [unknown, unknown] => {
  if (!before) return [null, changes]
  const [former, after] = [flat(before), flat(changes)]
  if (changes.isDeleted) return [Object.fromEntries(Object.entries(former).filter(isListed)), null]
  const isSame = (name: string) => JSON.stringify(ownValue(former, name)) === JSON.stringify(ownValue(after, name))
  const names = Object.keys(after).filter((name) => !UNLISTED.has(name) && !isSame(name))
  const pick = (from: object) => Object.fromEntries(['id', ...names].map((name) => [name, ownValue(from, name)]))
  return names.length === 0 ? [null, null] : [pick(former), pick(after)]
}

/** What the history of a part does not compare. */
const UNLISTED: ReadonlySet<string> = new Set(['id', 'tenantId', 'auditId', 'e164', 'addressKey'])

const isListed = ([name]: [string, unknown]): boolean => name === 'id' || !UNLISTED.has(name)

/** Returns a part with the fields of its postal address as its own. */
const flat = (part: object): object => {
  const { address, ...own }: { address?: unknown } = part
  return typeof address === 'object' ? { ...address, ...own } : part
}

/** Makes a part the primary one of its kind, which lists show. Changes nothing if it already is. */
export const makePrimary = async <R extends { id: number }>(
  { db }: Scope,
  tx: Transaction,
  contact: ContactHead,
  field: PrimaryField,
  part: R,
): Promise<PartChange<R>> => {
  if (contact[field] === part.id) return { result: part }
  await tx.contact.updateMany({ where: { tenantId: db.tenantId, id: contact.id }, data: { [field]: part.id } })
  return { result: part, changes: { primaryId: part.id } }
}

/** Records a change of a part of a contact under the contact's next version. The caller has locked the contact. */
export const recordPart = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  part: ContactPart,
  changes: Prisma.InputJsonObject,
  history: Prisma.InputJsonObject = { [part]: changes },
): Promise<number> => {
  const contact = await tx.contact.update({
    where: { tenantId_id: { tenantId: scope.db.tenantId, id } },
    data: NEXT_VERSION,
    select: { id: true, auditId: true },
  })
  if (SHOWN_IN_LISTS.has(part)) await refreshContactRows(scope, tx, [id])
  const details = { changes: history, payload: { part, changes } }
  await recordChange(scope, tx, changeOf(contactKind, contact, 'updated', details))
  return contact.auditId
}

// Tags, categories, role types and certifications have no AuditId. Saves of one kind run one at a time (lockSubject).

/** Locks the record that a save changes; null for id 0, which creates one. Returns 404 if it does not exist. */
export const getForSave = <R>(scope: Scope, tx: Transaction, kind: RecordKind<R>, id: number): Promise<R | null> =>
  id === 0 ? Promise.resolve(null) : lockUnversioned(scope, tx, kind, id)

/** Locks a record without a version, and returns it; 404 if it does not exist. */
export const lockUnversioned = async <R>(
  scope: Scope,
  tx: Transaction,
  kind: RecordKind<R>,
  id: number,
): Promise<R> => {
  const record = await lockRecordIfPresent(scope, tx, kind, id)
  if (!record) throw notFound(kind.noun ?? kind.entity)
  return record
}

/**
 * Writes the history of a record without a version, whose entries have version 0, and the event of its kind.
 *
 * @param more of the payload of the event.
 */
export const recordUnversioned = (
  scope: Scope,
  tx: Transaction,
  kind: Parameters<typeof changeOf>[0],
  id: number,
  action: ChangeAction,
  { name }: { name: string },
  more: Prisma.InputJsonObject = {},
): Promise<void> =>
  recordChange(scope, tx, changeOf(kind, { id, auditId: 0 }, action, { payload: { Name: name, ...more } }))
