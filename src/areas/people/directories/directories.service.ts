import type { DirectoryEditInput } from '#contract/people/directories'
import { badInput } from '#kernel/errors/problem'
import { lockForSave, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { requireUniqueName } from '#kernel/records/unique-name'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { Directory } from '#prisma/client'
import { type DirectoryWithCount, directoryKind, withListingCount } from './directories.queries.ts'

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
    const details = { changes: data, payload: { name: data.name } }
    await recordChange(scope, tx, changeOf(directoryKind, saved, current ? 'updated' : 'created', details))
    return saved
  })
