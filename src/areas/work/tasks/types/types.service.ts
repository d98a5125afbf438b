import type { ProjectTypeInput } from '#contract/work/projects'
import type { TaskTypeInput } from '#contract/work/tasks'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName, requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectType, TaskType } from '#prisma/client'
import { projectTypeKind, taskTypeKind } from './types.queries.ts'

const MAX_TASK_TYPES = 200

/**
 * Creates a type of tasks (id 0) or changes one. A field that is left out keeps its value.
 *
 * @throws 404; 409 stale-audit-id, duplicate, in-use, system-record; 412; 422 name-needed, task-rule, too-many.
 */
export const saveTaskType = (
  scope: Scope,
  id: number,
  input: TaskTypeInput,
  expected: ExpectedVersion,
): Promise<TaskType> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'task_type')
    const current = await lockForSave(scope, tx, taskTypeKind, id, expected)
    if (!current)
      requireRoom(await tx.taskType.count({ where: { tenantId } }), MAX_TASK_TYPES, 'tenant', 'types of tasks')
    const data = parseTaskType(input, current)
    const other = await tx.taskType.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(taskTypeKind, data.name, other)
    if (current && data.kindId !== current.kindId) await requireKindCanChange(tx, current)
    const saved = current
      ? await tx.taskType.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.taskType.create({ data: { ...data, tenantId } })
    await recordTaskType(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a type that no task and no template uses. @throws 404; 409 stale-audit-id, in-use, system-record; 412. */
export const deleteTaskType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'task_type')
    const type = await lockRecord(scope, tx, taskTypeKind, id, expected)
    if (type.isSystem)
      throw conflict('system-record', 'A built-in type cannot be deleted. Set IsActive to false instead.')
    await requireUnused(scope, tx, taskTypeKind, type)
    await tx.taskType.delete({ where: { tenantId_id: { tenantId: type.tenantId, id } } })
    await recordTaskType(scope, tx, nextVersionOf(type), 'deleted')
  })

const parseTaskType = (input: TaskTypeInput, current: TaskType | null) => {
  const name = parseName(input.Name, current?.name)
  const kindId = Number(input.SystemTaskTypeId ?? current?.kindId ?? 0)
  if (kindId === 0) {
    const errors = [{ pointer: '/SystemTaskTypeId', message: 'is required for a new type' }]
    throw ruleRefused('task-rule', 'The kind of the type is missing. Send one of the five kinds.', errors)
  }
  return {
    name,
    nameKey: nameKeyOf(name),
    kindId,
    description: parseText(input.Description, current?.description),
    cssColor: parseText(input.CssColor, current?.cssColor),
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

const requireKindCanChange = async (tx: Transaction, type: TaskType): Promise<void> => {
  if (type.isSystem) throw conflict('system-record', 'The kind of a built-in type cannot be changed.')
  const uses = await countUses(tx, type)
  if (uses > 0) throw conflict('in-use', `${uses} tasks use this type. Its kind cannot be changed.`)
}

const countUses = async (tx: Transaction, { tenantId, id: typeId }: TaskType): Promise<number> =>
  (await tx.taskItem.count({ where: { tenantId, typeId } })) +
  (await tx.projectTemplateTask.count({ where: { tenantId, typeId } }))

const recordTaskType = (scope: Scope, tx: Transaction, type: TaskType, action: ChangeAction): Promise<void> => {
  const payload = { name: type.name }
  return recordChange(scope, tx, changeOf(taskTypeKind, type, action, { payload }))
}

const MAX_PROJECT_TYPES = 200

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
    if (!current)
      requireRoom(await tx.projectType.count({ where: { tenantId } }), MAX_PROJECT_TYPES, 'tenant', 'project types')
    const data = await parseUniqueName(projectTypeKind, input.Name, current, (nameKey) =>
      tx.projectType.findFirst({ where: { tenantId, nameKey, id: { not: id } } }),
    )
    const saved = current
      ? await tx.projectType.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.projectType.create({ data: { ...data, tenantId } })
    await recordProjectType(scope, tx, saved, current ? 'updated' : 'created')
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
    await recordProjectType(scope, tx, nextVersionOf(type), 'deleted')
  })

const recordProjectType = (scope: Scope, tx: Transaction, type: ProjectType, action: ChangeAction): Promise<void> => {
  const payload = { name: type.name }
  return recordChange(scope, tx, changeOf(projectTypeKind, type, action, { payload }))
}
