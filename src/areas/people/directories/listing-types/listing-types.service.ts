import type { DirectoryListingTypeInput } from '#contract/people/directories'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { DirectoryListingType } from '#prisma/client'
import { directoryKind } from '../directories.queries.ts'
import { listingTypeKind, readListingType } from './listing-types.queries.ts'

/** The contract limits ActiveListingTypes of a custom field to 100. */
const MAX_TYPES = 100

/**
 * Creates a listing type of a directory (id 0) or renames one.
 *
 * @throws 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, too-many.
 */
export const saveListingType = (
  scope: Scope,
  directoryId: number,
  id: number,
  input: DirectoryListingTypeInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const kind = listingTypeKind(directoryId)
    // The directory's lock also protects the names of its listing types.
    await lockRecord(scope, tx, directoryKind, directoryId, undefined, 'no key update')
    const current = await lockForSave(scope, tx, kind, id, expected, 'no key update')
    if (!current) {
      const count = await tx.directoryListingType.count({ where: { tenantId, directoryId } })
      requireRoom(count, MAX_TYPES, 'directory', 'listing types')
    }
    const data = await parseUniqueName(kind, input.Name, current, (nameKey) =>
      tx.directoryListingType.findFirst({ where: { tenantId, directoryId, nameKey, id: { not: id } } }),
    )
    const where = { tenantId_id: { tenantId, id } }
    const saved = current
      ? await tx.directoryListingType.update({ where, data: { ...data, ...NEXT_VERSION } })
      : await tx.directoryListingType.create({ data: { ...data, tenantId, directoryId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readListingType(scope, directoryId, saved.id, tx)
  })

/** Deletes a listing type that no listing has. Listings of deleted contacts lose it. @throws 404; 409 in-use; 412. */
export const deleteListingType = (
  scope: Scope,
  directoryId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const kind = listingTypeKind(directoryId)
    const type = await lockRecord(scope, tx, kind, id, expected)
    await requireUnused(scope, tx, kind, type)
    await tx.directoryListing.updateMany({
      where: { tenantId, listingTypeId: id },
      data: { listingTypeId: null, ...NEXT_VERSION },
    })
    await tx.directoryListingType.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, nextVersionOf(type), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, type: DirectoryListingType, action: ChangeAction): Promise<void> => {
  const { name, directoryId } = type
  const changes = { name, directoryId }
  return recordChange(scope, tx, changeOf(listingTypeKind(directoryId), type, action, { changes, payload: changes }))
}
