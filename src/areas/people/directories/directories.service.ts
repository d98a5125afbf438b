import type { DirectoryEditInput, DirectoryListingTypeInput } from '#contract/people/directories'
import { badInput } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName, requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { foldedWords } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { Directory, DirectoryListingType } from '#prisma/client'
import {
  type DirectoryWithCount,
  directoryKind,
  listingTypeKind,
  readListingType,
  withListingCount,
} from './directories.queries.ts'

type DirectoryData = Pick<Directory, 'name' | 'nameKey' | 'isPublic'>

/** Parses a directory. A field that is left out keeps its value. @throws 400 naming the field. */
const parseDirectory = ({ Name, IsPublic }: DirectoryEditInput, current: Directory | null): DirectoryData => {
  const name = Name === undefined ? current?.name : oneLine(Name ?? '')
  const nameKey = foldedWords(name ?? '').join(' ')
  if (!name || !nameKey) throw badInput('/Name', 'is required and must contain a letter or a digit')
  return { name, nameKey, isPublic: IsPublic ?? current?.isPublic ?? false }
}

/**
 * Creates a directory (id 0) or changes one. Names are unique, ignoring case and accents.
 *
 * @throws 400; 404; 409 duplicate, stale-audit-id; 412.
 */
export const saveDirectory = (
  scope: Scope,
  id: number,
  input: DirectoryEditInput,
  expected: ExpectedVersion,
): Promise<DirectoryWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'directory')
    const current = await lockForSave(scope, tx, directoryKind, id, expected, 'no key update')
    const data = parseDirectory(input, current)
    const other = await tx.directory.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(directoryKind, data.name, other)
    const saved = current
      ? await tx.directory.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
          ...withListingCount,
        })
      : await tx.directory.create({ data: { ...data, tenantId }, ...withListingCount })
    const details = { payload: { name: data.name } }
    await recordChange(scope, tx, changeOf(directoryKind, saved, current ? 'updated' : 'created', details))
    return saved
  })

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
  return recordChange(
    scope,
    tx,
    changeOf(listingTypeKind(directoryId), type, action, { payload: { name, directoryId } }),
  )
}
