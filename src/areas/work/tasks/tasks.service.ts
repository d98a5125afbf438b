import { findDeletedContacts } from '#areas/people/contacts/contacts.queries'
import type { TaskItemEditInput } from '#contract/work/tasks'
import { conflict, notFound } from '#kernel/errors/problem'
import { readRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { TaskItem } from '#prisma/client'
import {
  clearDependencies,
  lockDependencies,
  requireDependenciesComplete,
  requireNoCycle,
  requireSubtasksComplete,
} from './dependencies/dependencies.service.ts'
import { findRequestedType, lockGivenContacts, requireTaskReferences } from './references.queries.ts'
import { saveSubtasks } from './subtasks/subtasks.service.ts'
import { getNewTaskIds, insertTasks, lockTask, recordTasks, updateTasks } from './task-records.service.ts'
import { parseId, parseSubtaskEdit, parseTask } from './tasks.input.ts'
import { taskList, withTotal } from './tasks.listing.ts'
import { fieldsOf, makeDefaultTask, type TaskChange, type TaskFields, updateOf } from './tasks.model.ts'

type SavedTask = TaskChange & { after: TaskFields }

/**
 * Creates a task (id 0) or changes, completes or reopens one, with the subtasks of the request. Returns the row as in
 * the list of tasks.
 *
 * @throws 404; 409 stale-audit-id, task-open, parent-complete; 412; 422 name-needed, task-rule, unknown-reference,
 *   dependency-cycle, type-inactive, too-many.
 */
export const saveTask = (
  scope: Scope,
  id: number,
  input: TaskItemEditInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    if (parseId(input.DependentOnTaskId, null) !== null) await lockDependencies(scope, tx)
    await lockGivenContacts(scope, tx, contactIdsOf(input))
    const current = id === 0 ? null : await lockTask(scope, tx, id, expected)
    const change = await writeTask(scope, tx, input, current)
    const subtasks = await saveSubtasks(scope, tx, parentOf(change), input.TaskItems ?? [])
    await requireCompletion(scope, tx, change, subtasks)
    await recordTasks(scope, tx, [change, ...subtasks])
    return { text: await readTaskRow(scope, tx, change.id), auditId: change.auditId }
  })

/** Deletes a task with its subtasks, and the dependencies on them. @throws 404, 409 stale-audit-id, 412. */
export const deleteTask = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockDependencies(scope, tx)
    const task = await lockTask(scope, tx, id, expected)
    const subtasks = await tx.taskItem.findMany({ where: { tenantId, parentId: id }, orderBy: { id: 'asc' } })
    const deleted = [task, ...subtasks]
    const dependents = await clearDependencies(scope, tx, deleted)
    const { count } = await tx.taskItem.deleteMany({ where: { tenantId, id } })
    if (count === 0) throw notFound('task')
    await recordTasks(scope, tx, [...deleted.map(deletionOf), ...dependents])
  })

const deletionOf = (task: TaskItem): TaskChange => ({ ...updateOf(task, fieldsOf(task)), after: null })

const contactIdsOf = ({ ContactId, AssignedToContactId, TaskItems }: TaskItemEditInput): (number | null)[] =>
  [ContactId, AssignedToContactId, ...(TaskItems ?? []).map((subtask) => subtask.AssignedToContactId)].map((sent) =>
    parseId(sent, null),
  )

const writeTask = async (
  scope: Scope,
  tx: Transaction,
  input: TaskItemEditInput,
  current: TaskItem | null,
): Promise<SavedTask> => {
  const typeId = await findRequestedType(scope, tx, input, current?.typeId ?? null)
  const before = current && fieldsOf(current)
  const initial = { ...(before ?? makeDefaultTask('', typeId)), typeId }
  const sent = await keepHiddenContact(scope, tx, input, before)
  const edit = current?.parentId ? parseSubtaskEdit(sent, initial) : sent
  const after = parseTask(edit, initial, { today: todayOf(scope), isNew: !current })
  await requireTaskReferences(scope, tx, after, before)
  if (!current) return insertTask(scope, tx, after)
  if (after.dependsOnId !== null && after.dependsOnId !== before?.dependsOnId)
    await requireNoCycle(scope, tx, current.id, after.dependsOnId)
  await updateTasks(scope, tx, [{ id: current.id, fields: after }])
  return { ...updateOf(current, after), after }
}

/**
 * Keeps a deleted contact, which a read shows as null, if a save returns this null: for when the contact is restored.
 */
const keepHiddenContact = async (
  { db }: Scope,
  tx: Transaction,
  input: TaskItemEditInput,
  before: TaskFields | null,
): Promise<TaskItemEditInput> => {
  if (!before?.contactId || input.ContactId === undefined || parseId(input.ContactId, null) !== null) return input
  const deleted = await findDeletedContacts(tx, db.tenantId, [before.contactId])
  const { ContactId: _hidden, ...rest } = input
  return deleted.has(before.contactId) ? rest : input
}

/** Inserts a task. No task depends on a new one, so that it cannot close a cycle. */
const insertTask = async (scope: Scope, tx: Transaction, fields: TaskFields): Promise<SavedTask> => {
  const [id = 0] = await getNewTaskIds(scope, tx, 1)
  await insertTasks(scope, tx, [{ id, fields }])
  return { id, auditId: 1, before: null, after: fields }
}

const parentOf = ({ id, before, after }: SavedTask) => ({
  id,
  fields: after,
  hasMoved: before !== null && (before.projectId !== after.projectId || before.contactId !== after.contactId),
})

/** Checks the rules of completion between tasks, after all changes of a save are written. */
const requireCompletion = async (
  scope: Scope,
  tx: Transaction,
  task: SavedTask,
  subtasks: readonly TaskChange[],
): Promise<void> => {
  const checked = [task, ...subtasks].filter(isComplete).filter(hasNewRule)
  await requireDependenciesComplete(
    scope,
    tx,
    checked.map(({ id }) => id),
  )
  if (isComplete(task)) return requireSubtasksComplete(scope, tx, task.id)
  if (!task.parentId) return
  const where = { tenantId: scope.db.tenantId, id: task.parentId, completedOn: { not: null } }
  if (await tx.taskItem.findFirst({ where, select: { id: true } }))
    throw conflict('parent-complete', 'The parent task is complete. Reopen it first.')
}

const isComplete = ({ after }: TaskChange): boolean => after?.completedOn != null

/** Returns whether the save completes the task or changes what it depends on. */
const hasNewRule = ({ before, after }: TaskChange): boolean =>
  before?.completedOn == null || before.dependsOnId !== after?.dependsOnId

const readTaskRow = async (scope: Scope, tx: Transaction, id: number): Promise<string> => {
  return withTotal(await readRow(tx, scope, taskList(), id, 'task'), 1)
}
