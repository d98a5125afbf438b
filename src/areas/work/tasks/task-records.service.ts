import { enqueueContactsChanged } from '#areas/people/contacts/records/contact-rows.service'
import { notFound } from '#kernel/errors/problem'
import type { Change } from '#kernel/records/change'
import { lockRecord, lockRows } from '#kernel/records/lock'
import { changeOf, recordChanges } from '#kernel/records/record-change'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, TaskItem } from '#prisma/client'
import { taskEvents } from './tasks.events.ts'
import type { TaskChange, TaskFields } from './tasks.model.ts'
import { taskKind } from './tasks.queries.ts'
import { insertTasksSql, newTaskIdsSql, type TaskRecord, updateTasksSql } from './tasks.sql.ts'

/**
 * Locks a task and checks its version. Locks its parent task first, so that no other transaction completes the parent
 * or changes its subtasks.
 *
 * @throws 404, 409 stale-audit-id, 412.
 */
export const lockTask = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<TaskItem> => {
  const where = { tenantId: scope.db.tenantId, id }
  const found = await tx.taskItem.findFirst({ where, select: { parentId: true } })
  if (found?.parentId) await lockRows(scope, tx, taskKind, [found.parentId], 'share')
  return lockRecord(scope, tx, taskKind, id, expected)
}

/**
 * Locks the tasks that match. Read them after that: until the lock is acquired, another transaction can change them.
 * @returns whether there are any.
 */
export const lockTasks = async (scope: Scope, tx: Transaction, where: Prisma.TaskItemWhereInput): Promise<boolean> => {
  const found = await tx.taskItem.findMany({ where, select: { id: true } })
  const ids = found.map(({ id }) => id)
  return (await lockRows(scope, tx, taskKind, ids)).length > 0
}

/** Draws ids for new tasks, ascending. */
export const getNewTaskIds = async ({ db }: Scope, tx: Transaction, count: number): Promise<number[]> => {
  const rows = await tx.rows<{ id: number }>(newTaskIdsSql(db.tenantId, count))
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Inserts tasks in one statement. */
export const insertTasks = async (scope: Scope, tx: Transaction, records: readonly TaskRecord[]): Promise<void> => {
  if (records.length > 0) await tx.rows(insertTasksSql(scope, records))
}

/** Updates tasks in one statement, each to its next version. @throws 404 if the caller may not change one of them. */
export const updateTasks = async (scope: Scope, tx: Transaction, records: readonly TaskRecord[]): Promise<void> => {
  if (records.length === 0) return
  const updated = await tx.rows(updateTasksSql(scope, records))
  if (updated.length < records.length) throw notFound('task')
}

/** Records the history and the events of any number of tasks in one statement. */
export const recordTasks = async (scope: Scope, tx: Transaction, changes: readonly TaskChange[]): Promise<void> => {
  await recordChanges(scope, tx, changes.map(recordedChange))
  await enqueueContactsChanged(scope, tx, [...new Set(changes.flatMap(contactsWithProjects))])
}

/** Returns the contacts whose documents show other projects after a change: those of a task that is about them. */
const contactsWithProjects = ({ before, after }: TaskChange): number[] => {
  if (before?.projectId === after?.projectId && before?.contactId === after?.contactId) return []
  return [before, after].flatMap((task) => (task?.projectId && task.contactId ? [task.contactId] : []))
}

const recordedChange = ({ id, auditId, before, after, parentId }: TaskChange): Change => {
  const known = after ?? before
  const payload: Prisma.InputJsonObject = {
    name: known?.name ?? null,
    contactId: known?.contactId ?? null,
    projectId: known?.projectId ?? null,
    assignedToContactId: known?.assigneeId ?? null,
    ...(parentId && { parentId }),
  }
  const action = after === null ? 'deleted' : before === null ? 'created' : 'updated'
  return changeOf(taskKind, { id, auditId }, action, { payload, eventKind: eventKindOf(before, after) })
}

const eventKindOf = (before: TaskFields | null, after: TaskFields | null): string => {
  if (after === null) return taskEvents.deleted
  if (before === null) return taskEvents.created
  if (before.completedOn === null && after.completedOn !== null) return taskEvents.completed
  if (before.completedOn !== null && after.completedOn === null) return taskEvents.reopened
  return taskEvents.updated
}
