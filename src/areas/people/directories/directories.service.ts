import type { DirectoryEditInput } from '#contract/people/directories'
import { badInput, conflict, notFound } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { Directory } from '#prisma/client'
import { directoryEvents } from './directories.events.ts'
import { type DirectoryWithCount, withListingCount } from './directories.queries.ts'

/** Creates a directory (id 0) or changes one; 409 where another has the name, whatever its case and accents. */
export const saveDirectory = (
  scope: Scope,
  id: number,
  input: DirectoryEditInput,
  expected: ExpectedVersion,
): Promise<DirectoryWithCount> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'directory')
    const current = id === 0 ? null : await tx.directory.findFirst({ where: { tenantId, id } })
    if (!current && id !== 0) throw notFound('directory')
    if (current) assertVersion(current.auditId, expected)
    const data = readInput(input, current)
    if (await tx.directory.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })) {
      throw conflict('duplicate', `There is another directory called "${data.name}".`)
    }
    const saved = current
      ? await tx.directory.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
          ...withListingCount,
        })
      : await tx.directory.create({ data: { ...data, tenantId }, ...withListingCount })
    const action = current ? 'updated' : 'created'
    const change = { entity: 'directory', entityId: saved.id, auditId: saved.auditId, action, changes: data } as const
    await recordChange(scope, tx, { ...change, event: { kind: directoryEvents[action], payload: { name: data.name } } })
    return saved
  })

const readInput = ({ Name, IsPublic }: DirectoryEditInput, current: Directory | null) => {
  const name = Name === undefined ? current?.name : oneLine(Name ?? '')
  const nameKey = foldedWords(name ?? '').join(' ')
  if (!name || !nameKey) throw badInput('/Name', 'is needed and must hold a letter or a digit')
  return { name, nameKey, isPublic: IsPublic ?? current?.isPublic ?? false }
}
