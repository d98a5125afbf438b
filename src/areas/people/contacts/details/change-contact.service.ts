import { notFound, ruleRefused } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion, partVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { contactEvents } from '../contacts.events.ts'
import { refreshContactRow } from '../records/contact-rows.service.ts'
import type { Versioned } from './answer.ts'

/** A contact, its row held until the transaction ends. */
export interface HeldContact {
  id: number
  auditId: number
  /** 1 individual, 2 organization. */
  systemTypeId: number
  primaryEmailId: number | null
  primaryPhoneId: number | null
  primaryWebsiteId: number | null
  primaryAddressId: number | null
}

/** What of a contact a change touches: told to subscribers as `part`. */
export type ContactPart =
  | 'emails'
  | 'phones'
  | 'websites'
  | 'addresses'
  | 'roles'
  | 'designations'
  | 'tags'
  | 'activities'
  | 'communications'
  | 'categories'
  | 'relationships'
  | 'certifications'
  | 'records'
  | 'image'
  | 'groups'

/** Parts that list columns or the words of the search are derived from. */
const LISTED: ReadonlySet<ContactPart> = new Set([
  'emails',
  'phones',
  'websites',
  'addresses',
  'roles',
  'designations',
  'categories',
  'relationships',
])

export interface Work<T> {
  answer: T
  /** What changed, by field, for the history and for subscribers; absent where nothing did: then nothing is written. */
  changes?: Prisma.InputJsonObject
}

/**
 * The one way in which a detail of a contact is changed: holds the contact, checks If-Match against its version, lets
 * `work` do the change, then raises the version by one, brings the list row up to date and writes history and event,
 * all in one transaction. Since the contact is held, rules about all details of one kind need no further locks.
 * Where a change shows on another contact too (`otherId`), that one is held as well and its version and list row
 * follow; `other` is undefined where there is no such contact.
 *
 * @throws 404 for a contact that does not exist or is deleted, 412 where If-Match names another version.
 */
export const changeContact = <T>(
  scope: Scope,
  contactId: number,
  expected: ExpectedVersion,
  part: ContactPart,
  work: (tx: Transaction, contact: HeldContact, other: HeldContact | undefined) => Promise<Work<T>>,
  otherId = contactId,
): Promise<Versioned<T>> =>
  scope.db.transaction(async (tx) => {
    const held = await holdContacts(scope, tx, [contactId, otherId])
    const contact = held.find(({ id }) => id === contactId)
    if (!contact) throw notFound('contact')
    assertVersion(contact.auditId, { ...expected, auditId: null, isRequired: false })
    const other = held.find(({ id }) => id !== contactId)
    const { answer, changes } = await work(tx, contact, other)
    if (!changes) return { answer, auditId: contact.auditId }
    for (const touched of other ? [contact, other] : [contact]) await touchContact(scope, tx, touched, part, changes)
    return { answer, auditId: contact.auditId + 1 }
  })

/** In the order of their ids, so that two changes of the same contacts cannot block each other. */
const holdContacts = (scope: Scope, tx: Transaction, ids: number[]): Promise<HeldContact[]> =>
  tx.$queryRaw<HeldContact[]>`
    select id, audit_id as "auditId", system_type_id as "systemTypeId", primary_email_id as "primaryEmailId",
      primary_phone_id as "primaryPhoneId", primary_website_id as "primaryWebsiteId",
      primary_address_id as "primaryAddressId"
    from contact where tenant_id = ${scope.db.tenantId} and id = any(${ids}::int[]) and deleted_at is null
    order by id for no key update`

const touchContact = async (
  scope: Scope,
  tx: Transaction,
  contact: HeldContact,
  part: ContactPart,
  changes: Prisma.InputJsonObject,
): Promise<void> => {
  const { tenantId } = scope.db
  const auditId = contact.auditId + 1
  await tx.contact.updateMany({ where: { tenantId, id: contact.id }, data: { auditId } })
  if (LISTED.has(part)) await refreshContactRow(tx, scope, contact.id)
  await recordChange(scope, tx, {
    entity: 'contact',
    entityId: contact.id,
    auditId,
    action: 'updated',
    changes: { [part]: changes },
    event: { kind: contactEvents.updated, payload: { part, changes } },
  })
}

/**
 * Holds a change of a part with a version of its own against what was read: its AuditId, or the contact's version by
 * If-Match. One of the two must be named.
 */
export const assertPartVersion = (current: number, expected: ExpectedVersion): void =>
  assertVersion(current, partVersion(expected))

/** Refuses one more where a contact has as many as it may. */
export const assertRoom = (count: number, what: string, most = 100, owner = 'contact'): void => {
  if (count >= most) throw ruleRefused('too-many', `A ${owner} has at most ${most} ${what}.`)
}
