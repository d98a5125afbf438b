import { requireContacts } from '#areas/people/contacts/contacts.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { LISTING_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { planRecordValues, saveValues } from '#areas/people/custom-fields/values/values.service'
import type { DirectoryListingInput } from '#contract/people/directories'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput, conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import type { DirectoryListing, Prisma } from '#prisma/client'
import { directoryKind, listingKind, readListing } from '../directories.queries.ts'
import { addListingsSql, type DirectoryListingKey, removeListingsSql } from './listings.sql.ts'

type ListingData = Pick<DirectoryListing, 'contactId' | 'listingTypeId'>

/** Parses a listing. A field that is left out keeps its value. @throws 400 naming the field. */
const parseListing = (
  { ContactId, ListingTypeId }: DirectoryListingInput,
  current: DirectoryListing | null,
): ListingData => {
  const contactId = ContactId || current?.contactId
  if (!contactId) throw badInput('/ContactId', 'is required')
  if (current && contactId !== current.contactId)
    throw badInput('/ContactId', 'must be the contact of the listing. Create another listing for another contact')
  return {
    contactId,
    listingTypeId: ListingTypeId === undefined ? (current?.listingTypeId ?? null) : ListingTypeId || null,
  }
}

/** Adds contacts to directories in one statement. Existing listings do not change. */
export const addDirectoryListings = async (
  scope: Scope,
  tx: SqlRunner,
  listings: readonly DirectoryListingKey[],
): Promise<void> => {
  if (listings.length > 0) await tx.rows(addListingsSql(scope, listings))
}

/** Removes contacts from directories in one statement. */
export const removeDirectoryListings = async (
  scope: Scope,
  tx: SqlRunner,
  listings: readonly DirectoryListingKey[],
): Promise<void> => {
  if (listings.length > 0) await tx.rows(removeListingsSql(scope, listings))
}

/**
 * Adds a contact to a directory (id 0) or changes a listing, with the values of custom fields in the request.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 unknown-reference, required-field.
 */
export const saveListing = (
  scope: Scope,
  directoryId: number,
  id: number,
  input: DirectoryListingInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockRecord(scope, tx, directoryKind, directoryId, undefined, 'key share')
    // The contact's lock orders saves of the same listing, and deletions of the contact.
    const ofContact = id === 0 ? (input.ContactId ?? 0) : await findContact(tx, { tenantId, directoryId, id })
    const locked = await lockContacts(tx, scope, [ofContact])
    const current = await lockForSave(scope, tx, listingKind(directoryId), id, expected, 'no key update')
    const data = parseListing(input, current)
    if (!current) await requireNewListing(scope, tx, { directoryId, contactId: data.contactId }, locked.length > 0)
    await requireListingType(tx, tenantId, directoryId, data.listingTypeId)
    const record = {
      objectTypes: LISTING_OBJECT_TYPES,
      objectId: id,
      listing: { directoryId, typeId: data.listingTypeId },
    }
    const plan = await planRecordValues(scope, tx, record, input.CustomFields)
    const saved = current
      ? await tx.directoryListing.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.directoryListing.create({ data: { ...data, tenantId, directoryId } })
    await saveValues(tx, tenantId, [{ objectId: saved.id, plan }])
    await recordListing(scope, tx, saved, current ? 'updated' : 'created', { ...plan.changes })
    return readListing(scope, directoryId, saved.id, tx)
  })

/** Removes a contact from a directory, with the values of the listing. @throws 404, 412. */
export const deleteListing = (
  scope: Scope,
  directoryId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockContacts(tx, scope, [await findContact(tx, { tenantId, directoryId, id })])
    const listing = await lockRecord(scope, tx, listingKind(directoryId), id, expected)
    await tx.directoryListing.delete({ where: { tenantId_id: { tenantId, id } } })
    await recordListing(scope, tx, nextVersionOf(listing), 'deleted')
  })

/** Returns the contact of a listing; 0 if the listing does not exist. */
const findContact = async (tx: Models, where: Prisma.DirectoryListingWhereInput): Promise<number> =>
  (await tx.directoryListing.findFirst({ where, select: { contactId: true } }))?.contactId ?? 0

/** @throws 409 duplicate if the directory lists the contact; 422 unknown-reference if the caller cannot change it. */
const requireNewListing = async (
  scope: Scope,
  tx: Transaction,
  { directoryId, contactId }: DirectoryListingKey,
  isLocked: boolean,
): Promise<void> => {
  await requireContacts(scope, tx, [{ pointer: '/ContactId', contactId }])
  if (!isLocked) throw unknownReference('/ContactId', 'contact')
  const where = { tenantId: scope.db.tenantId, directoryId, contactId }
  const other = await tx.directoryListing.findFirst({ where, select: { id: true } })
  if (other) throw conflict('duplicate', 'The directory already lists the contact.', { DirectoryListingId: other.id })
}

/** @throws 422 unknown-reference for a listing type of another directory. */
const requireListingType = async (
  tx: Models,
  tenantId: number,
  directoryId: number,
  id: number | null,
): Promise<void> => {
  if (id === null) return
  const type = await tx.directoryListingType.findFirst({ where: { tenantId, directoryId, id }, select: { id: true } })
  if (!type) throw unknownReference('/ListingTypeId', 'listing type of the directory')
}

const recordListing = (
  scope: Scope,
  tx: Transaction,
  listing: DirectoryListing,
  action: ChangeAction,
  values: Prisma.InputJsonObject = {},
): Promise<void> => {
  const { directoryId, contactId } = listing
  const details = { changes: values, payload: { directoryId, contactId } }
  return recordChange(scope, tx, changeOf(listingKind(directoryId), listing, action, details))
}
