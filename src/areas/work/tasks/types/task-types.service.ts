import type { TaskTypeInput } from '#contract/work/tasks'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { TaskType } from '#prisma/client'
import { nameKeyOf, readName, readText } from '../names.input.ts'
import { taskTypeEvents } from '../tasks.events.ts'

const MOST_TYPES = 200

/**
 * Creates a type of tasks (id 0) or changes one; what the input leaves out stays.
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
    const current = id === 0 ? await makeRoom(scope, tx) : await hold(scope, tx, id, expected)
    const data = readInput(input, current)
    const other = await tx.taskType.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    if (other) throw conflict('duplicate', `There is another type of tasks called "${other.name}".`)
    if (current && data.kindId !== current.kindId) await assertKindMayChange(tx, current)
    const saved = current
      ? await tx.taskType.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.taskType.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a type that no task has, nor any task of a template. */
export const deleteTaskType = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const type = await hold(scope, tx, id, expected)
    if (type.isSystem)
      throw conflict('system-record', 'Every tenant starts with this type: it can be deactivated only.')
    const uses = await countUses(tx, type)
    if (uses > 0) throw conflict('in-use', `Tasks (${uses}) have this type. Set IsActive to false instead.`)
    await tx.taskType.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, { ...type, auditId: type.auditId + 1 }, 'deleted')
  })

const makeRoom = async ({ db }: Scope, tx: Transaction): Promise<undefined> => {
  await lockSubject(tx, { db }, 'task_type')
  const count = await tx.taskType.count({ where: { tenantId: db.tenantId } })
  if (count >= MOST_TYPES) throw ruleRefused('too-many', `A tenant has at most ${MOST_TYPES} types of tasks.`)
  return undefined
}

/** The type as nobody else changes it until the transaction ends; a task that is just given it is waited for. */
const hold = async ({ db }: Scope, tx: Transaction, id: number, expected: ExpectedVersion): Promise<TaskType> => {
  const { tenantId } = db
  await lockSubject(tx, { db }, 'task_type')
  await tx.$queryRaw`select 1 from task_type where tenant_id = ${tenantId} and id = ${id} for update`
  const type = await tx.taskType.findFirst({ where: { tenantId, id } })
  if (!type) throw notFound('task type')
  assertVersion(type.auditId, expected)
  return type
}

const readInput = (input: TaskTypeInput, current: TaskType | undefined) => {
  const name = readName(input.Name, current?.name)
  const kindId = Number(input.SystemTaskTypeId ?? current?.kindId ?? 0)
  if (kindId === 0) {
    const errors = [{ pointer: '/SystemTaskTypeId', message: 'is needed of a new type' }]
    throw ruleRefused('task-rule', 'A type of tasks is of one of the five kinds.', errors)
  }
  return {
    name,
    nameKey: nameKeyOf(name),
    kindId,
    description: readText(input.Description, current?.description),
    cssColor: readText(input.CssColor, current?.cssColor),
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

const assertKindMayChange = async (tx: Transaction, type: TaskType): Promise<void> => {
  if (type.isSystem) throw conflict('system-record', 'Every tenant starts with this type: its kind stays.')
  const uses = await countUses(tx, type)
  if (uses > 0) throw conflict('in-use', `Tasks (${uses}) have this type: its kind stays.`)
}

const countUses = async (tx: Transaction, { tenantId, id: typeId }: TaskType): Promise<number> =>
  (await tx.taskItem.count({ where: { tenantId, typeId } })) +
  (await tx.projectTemplateTask.count({ where: { tenantId, typeId } }))

const record = (
  scope: Scope,
  tx: Transaction,
  type: TaskType,
  action: 'created' | 'updated' | 'deleted',
): Promise<void> => {
  const { kindId, name, description, cssColor, isActive } = type
  return recordChange(scope, tx, {
    entity: 'tasktype',
    entityId: type.id,
    auditId: type.auditId,
    action,
    changes: { kindId, name, description, cssColor, isActive },
    event: { kind: taskTypeEvents[action], payload: { name } },
  })
}
