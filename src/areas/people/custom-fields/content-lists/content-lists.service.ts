import type { ContentListInput } from '#contract/people/content-lists'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContentList } from '#prisma/client'
import { contentListKind, readContentList } from './content-lists.queries.ts'

const MAX_LISTS = 500

/** Creates a content list (id 0) or renames one. @throws 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, too-many. */
export const saveContentList = (
  scope: Scope,
  id: number,
  input: ContentListInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, contentListKind.table)
    const current = await lockForSave(scope, tx, contentListKind, id, expected, 'no key update')
    if (!current) requireRoom(await tx.contentList.count({ where: { tenantId } }), MAX_LISTS, 'tenant', 'content lists')
    const data = await parseUniqueName(contentListKind, input.Name, current, (nameKey) =>
      tx.contentList.findFirst({ where: { tenantId, nameKey, id: { not: id } } }),
    )
    const saved = current
      ? await tx.contentList.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.contentList.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readContentList(scope, saved.id, tx)
  })

/** Deletes a content list that no custom field belongs to. @throws 404; 409 in-use; 412. */
export const deleteContentList = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const list = await lockRecord(scope, tx, contentListKind, id, expected)
    await requireUnused(scope, tx, contentListKind, list)
    await tx.contentList.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, nextVersionOf(list), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, list: ContentList, action: ChangeAction): Promise<void> => {
  return recordChange(scope, tx, changeOf(contentListKind, list, action, { payload: { Name: list.name } }))
}
