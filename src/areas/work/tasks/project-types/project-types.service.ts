import type { ProjectTypeInput } from '#contract/work/projects'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectType } from '#prisma/client'
import { projectTypeKind } from './project-types.queries.ts'

const MAX_TYPES = 200

/** Creates a project type (id 0) or renames one. @throws 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, too-many. */
export const saveProjectType = (
  scope: Scope,
  id: number,
  input: ProjectTypeInput,
  expected: ExpectedVersion,
): Promise<ProjectType> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'project_type')
    const current = await lockForSave(scope, tx, projectTypeKind, id, expected)
    if (!current) requireRoom(await tx.projectType.count({ where: { tenantId } }), MAX_TYPES, 'tenant', 'project types')
    const data = await parseUniqueName(projectTypeKind, input.Name, current, (nameKey) =>
      tx.projectType.findFirst({ where: { tenantId, nameKey, id: { not: id } } }),
    )
    const saved = current
      ? await tx.projectType.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.projectType.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a type that no project, template or custom field uses. @throws 404; 409 stale-audit-id, in-use; 412. */
export const deleteProjectType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'project_type')
    const type = await lockRecord(scope, tx, projectTypeKind, id, expected)
    await requireUnused(scope, tx, projectTypeKind, type)
    await tx.projectType.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, nextVersionOf(type), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, type: ProjectType, action: ChangeAction): Promise<void> => {
  const { name } = type
  return recordChange(scope, tx, changeOf(projectTypeKind, type, action, { changes: { name }, payload: { name } }))
}
