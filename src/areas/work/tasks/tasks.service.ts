import type { TaskItemEditInput } from '#contract/work/tasks'
import { conflict } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { TaskItem } from '#prisma/client'
import {
  assertNoCircle,
  assertNoOpenSubtask,
  assertNothingOpenBefore,
  holdDependencies,
} from './dependencies/dependencies.service.ts'
import { assertReferences, chooseType, holdContacts } from './references.queries.ts'
import { holdTask } from './saving/hold-task.ts'
import { saveSubtasks } from './subtasks/subtasks.service.ts'
import { recordTasks, type TaskChange } from './task-records.service.ts'
import { readId, readTask, refuse } from './tasks.input.ts'
import { blankTask, fieldsOf, type TaskFields } from './tasks.model.ts'
import { taskRowText, type VersionedTask } from './tasks.queries.ts'
import { insertTasks, newTaskIds, updateTasks } from './tasks.sql.ts'

/**
 * Creates a task (id 0), changes, completes or reopens one, with the subtasks that the input names. Answers the row as
 * lists show it.
 *
 * @throws 404; 409 stale-audit-id, task-open, parent-complete; 412; 422 name-needed, task-rule, unknown-reference,
 *   dependency-cycle, type-inactive, too-many.
 */
export const saveTask = (
  scope: Scope,
  id: number,
  input: TaskItemEditInput,
  expected: ExpectedVersion,
): Promise<VersionedTask> =>
  scope.db.transaction(async (tx) => {
    if (readId(input.DependentOnTaskId, null) !== null) await holdDependencies(scope, tx)
    await holdContacts(scope, tx, contactsNamedIn(input))
    const current = id === 0 ? null : await holdTask(scope, tx, id, expected)
    const change = await changeTask(scope, tx, input, current)
    const subtasks = await saveSubtasks(scope, tx, parentOf(change), input.TaskItems ?? [], todayOf(scope))
    await assertMayBe(scope, tx, change, subtasks)
    await recordTasks(scope, tx, [change, ...subtasks])
    return { text: await taskRowText(tx, scope, change.id), auditId: change.auditId }
  })

const contactsNamedIn = ({ ContactId, AssignedToContactId, TaskItems }: TaskItemEditInput): (number | null)[] =>
  [ContactId, AssignedToContactId, ...(TaskItems ?? []).map((part) => part.AssignedToContactId)].map((sent) =>
    readId(sent, null),
  )

type Saved = TaskChange & { after: TaskFields }

export const todayOf = ({ tenant, clock }: Scope) => dayIn(tenant.timeZone, clock.now())

const changeTask = async (
  scope: Scope,
  tx: Transaction,
  input: TaskItemEditInput,
  current: TaskItem | null,
): Promise<Saved> => {
  const typeId = await chooseType(scope, tx, input, current?.typeId ?? null)
  const before = current && fieldsOf(current)
  const start = { ...(before ?? blankTask('', typeId)), typeId }
  const asked = current?.parentId ? asSubtask(input, start) : input
  const after = readTask(asked, start, { today: todayOf(scope), isNew: !current })
  await assertReferences(scope, tx, after, before)
  if (!current) return insertTask(scope, tx, after)
  if (after.dependsOnId !== null && after.dependsOnId !== before?.dependsOnId)
    await assertNoCircle(scope, tx, current.id, after.dependsOnId)
  await updateTasks(scope, tx, [{ id: current.id, fields: after }])
  return { id: current.id, auditId: current.auditId + 1, before, after, parentId: current.parentId }
}

/** Makes one task; nothing waits for it yet, so that no circle can close. */
const insertTask = async (scope: Scope, tx: Transaction, fields: TaskFields): Promise<Saved> => {
  const [id = 0] = await newTaskIds(tx, 1)
  await insertTasks(scope, tx, [{ id, fields }])
  return { id, auditId: 1, before: null, after: fields }
}

/** Project and contact of a subtask are those of its task, and it has no subtasks itself. */
const asSubtask = (input: TaskItemEditInput, { projectId, contactId }: TaskFields): TaskItemEditInput => {
  const { ProjectId: _project, ContactId: _contact, TaskItems, ...rest } = input
  refuse([
    ...(readId(input.ProjectId, projectId) === projectId
      ? []
      : [{ pointer: '/ProjectId', message: 'of a subtask is that of its task' }]),
    ...(readId(input.ContactId, contactId) === contactId
      ? []
      : [{ pointer: '/ContactId', message: 'of a subtask is that of its task' }]),
    ...(TaskItems?.length ? [{ pointer: '/TaskItems', message: 'must be empty: a subtask has none itself' }] : []),
  ])
  return rest
}

const parentOf = ({ id, before, after }: Saved) => ({
  id,
  fields: after,
  hasMoved: before !== null && (before.projectId !== after.projectId || before.contactId !== after.contactId),
})

/** What has to hold between tasks once all of a save is written. */
const assertMayBe = async (
  scope: Scope,
  tx: Transaction,
  task: Saved,
  subtasks: readonly TaskChange[],
): Promise<void> => {
  const judged = [task, ...subtasks].filter(isComplete).filter(isNewlySo)
  await assertNothingOpenBefore(
    scope,
    tx,
    judged.map(({ id }) => id),
  )
  if (isComplete(task)) return assertNoOpenSubtask(scope, tx, task.id)
  if (!task.parentId) return
  const where = { tenantId: scope.db.tenantId, id: task.parentId, completedOn: { not: null } }
  if (await tx.taskItem.findFirst({ where, select: { id: true } }))
    throw conflict('parent-complete', 'The task that this is a subtask of is complete.')
}

const isComplete = ({ after }: TaskChange): boolean => after?.completedOn != null

/** Complete since this save, or waiting for another task since this save. */
const isNewlySo = ({ before, after }: TaskChange): boolean =>
  before?.completedOn == null || before.dependsOnId !== after?.dependsOnId
