import type { TaskChildInput } from '#contract/work/tasks'
import { ruleRefused } from '#kernel/errors/problem'
import { ownValue } from '#kernel/lookups/own-value'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { TaskItem } from '#prisma/client'
import { findRequestedType, requireRecords } from '../references.queries.ts'
import { getNewTaskIds, insertTasks, lockTasks, updateTasks } from '../task-records.service.ts'
import { fieldsOf, makeDefaultTask, type TaskChange, type TaskFields, updateOf } from '../tasks.model.ts'
import { parseSubtask, requireSubtaskIds, subtaskPointer } from './subtasks.input.ts'

const MAX_SUBTASKS = 500

/** A task with subtasks, after its own change; it is locked. */
interface Parent {
  id: number
  fields: TaskFields
  /** Whether the project or the contact has changed: the subtasks get the new one. */
  hasMoved: boolean
}

/** `index` is the position in the request; null if the request does not contain the subtask. */
type SubtaskChange = TaskChange & { after: TaskFields; index: number | null }

/**
 * Creates and changes the subtasks of a request. Subtasks that the request does not contain remain, and get the project
 * and contact of the task. The number of statements does not depend on the number of subtasks.
 *
 * @throws 422 unknown-reference, name-needed, task-rule, too-many.
 */
export const saveSubtasks = async (
  scope: Scope,
  tx: Transaction,
  parent: Parent,
  inputs: readonly TaskChildInput[],
): Promise<TaskChange[]> => {
  if (inputs.length === 0 && !parent.hasMoved) return []
  const present = await lockSubtasks(scope, tx, parent.id)
  requireSubtaskIds(inputs, present)
  const added = inputs.filter(({ TaskItemId }) => TaskItemId === 0)
  if (present.length + added.length > MAX_SUBTASKS)
    throw ruleRefused('too-many', `A task can have at most ${MAX_SUBTASKS} subtasks.`)
  const updated = present.flatMap((task) => updatesOf(scope, task, parent, inputs))
  const created = added.length > 0 ? await newSubtasks(scope, tx, parent, inputs) : []
  const all = [...updated, ...created]
  await requireAssignees(scope, tx, all)
  const recordOf = ({ id, after }: SubtaskChange) => ({ id, fields: after, parentId: parent.id })
  await updateTasks(scope, tx, updated.map(recordOf))
  await insertTasks(scope, tx, created.map(recordOf))
  return all
}

/**
 * Locks the subtasks of a task and reads them after that: a merge or the deletion of another task can change them
 * without a lock on their parent. None is added, since that takes a lock on the parent.
 */
const lockSubtasks = async (scope: Scope, tx: Transaction, parentId: number): Promise<TaskItem[]> => {
  const where = { tenantId: scope.db.tenantId, parentId }
  await lockTasks(scope, tx, where)
  return tx.taskItem.findMany({ where, orderBy: { id: 'asc' } })
}

/** Returns the change of an existing subtask; empty if nothing changes. */
const updatesOf = (
  scope: Scope,
  task: TaskItem,
  parent: Parent,
  inputs: readonly TaskChildInput[],
): SubtaskChange[] => {
  const index = inputs.findIndex(({ TaskItemId }) => TaskItemId === task.id)
  const before = fieldsOf(task)
  const moved = withPlanOf(parent, before)
  const input = inputs[index]
  const after = input ? parseSubtask(input, moved, { index, today: todayOf(scope), isNew: false }) : moved
  const isSame = Object.entries(after).every(([name, value]) => ownValue(before, name) === value)
  return isSame ? [] : [{ ...updateOf(task, after), index: input ? index : null }]
}

/** Gives a subtask the project and contact of its task, and removes a milestone of another project. */
const withPlanOf = ({ fields: { projectId, contactId } }: Parent, fields: TaskFields): TaskFields => ({
  ...fields,
  projectId,
  contactId,
  milestoneId: projectId === fields.projectId ? fields.milestoneId : null,
})

const newSubtasks = async (
  scope: Scope,
  tx: Transaction,
  parent: Parent,
  inputs: readonly TaskChildInput[],
): Promise<SubtaskChange[]> => {
  const typeId = await findRequestedType(scope, tx, {}, null)
  const added = inputs.flatMap((input, index) => (input.TaskItemId === 0 ? [{ input, index }] : []))
  const ids = await getNewTaskIds(scope, tx, added.length)
  const { projectId, contactId } = parent.fields
  const initial = { ...makeDefaultTask('', typeId), projectId, contactId }
  return added.map(({ input, index }, nth) => {
    const after = parseSubtask(input, initial, { index, today: todayOf(scope), isNew: true })
    return { id: ids[nth] ?? 0, auditId: 1, before: null, after, parentId: parent.id, index }
  })
}

const requireAssignees = (scope: Scope, tx: Transaction, changes: readonly SubtaskChange[]): Promise<void> =>
  requireRecords(
    scope,
    tx,
    changes
      .filter(({ index, before, after }) => index !== null && before?.assigneeId !== after.assigneeId)
      .map(({ index, after }) => ({
        pointer: subtaskPointer(index, 'AssignedToContactId'),
        id: after.assigneeId,
        kind: 'staff' as const,
      })),
  )
