import type { TaskChildInput } from '#contract/work/tasks'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import type { TaskItem } from '#prisma/client'
import { readName } from '../names.input.ts'
import { assertThere, chooseType } from '../references.queries.ts'
import { readCompletion } from '../saving/completion.ts'
import type { TaskChange } from '../task-records.service.ts'
import { readId, refuse } from '../tasks.input.ts'
import { blankTask, fieldsOf, type TaskFields } from '../tasks.model.ts'
import { insertTasks, newTaskIds, updateTasks } from '../tasks.sql.ts'

const MOST_SUBTASKS = 500

/** A task with subtasks, as it now stands; it is locked. */
interface Parent {
  id: number
  fields: TaskFields
  /** Whether project or contact are others than before: those of the subtasks follow. */
  hasMoved: boolean
}

/**
 * Adds and changes the subtasks that a save names; those that it leaves out stay, and follow project and contact. Four
 * statements, however many there are, and one for each kind of reference. A merge, or whoever takes from a subtask what
 * it waits for, holds it alone: it is locked before it is read.
 *
 * @throws 422 unknown-reference, name-needed, task-rule, too-many.
 */
export const saveSubtasks = async (
  scope: Scope,
  tx: Transaction,
  parent: Parent,
  inputs: readonly TaskChildInput[],
  today: Day,
): Promise<TaskChange[]> => {
  if (inputs.length === 0 && !parent.hasMoved) return []
  const where = { tenantId: scope.db.tenantId, parentId: parent.id }
  await tx.$queryRaw`select 1 from task_item where tenant_id = ${where.tenantId} and parent_id = ${parent.id}
    order by id for update`
  const present = await tx.taskItem.findMany({ where, orderBy: { id: 'asc' } })
  assertNamed(inputs, present)
  const added = inputs.filter(({ TaskItemId }) => TaskItemId === 0)
  if (present.length + added.length > MOST_SUBTASKS)
    throw ruleRefused('too-many', `A task has at most ${MOST_SUBTASKS} subtasks.`)
  const changes = present.flatMap((task) => changeOf(task, parent, inputs, today))
  const made = added.length > 0 ? await makeAll(scope, tx, parent, inputs, today) : []
  const all = [...changes, ...made]
  await assertStaff(scope, tx, all, inputs)
  await updateTasks(
    scope,
    tx,
    changes.map(({ id, after }) => ({ id, fields: after })),
  )
  await insertTasks(
    scope,
    tx,
    made.map(({ id, after }) => ({ id, fields: after, parentId: parent.id })),
  )
  return all
}

type Saved = TaskChange & { after: TaskFields; place: number | null }

const pointerOf = (place: number | null, field: string) => `/TaskItems/${place}/${field}`

/** Each id but 0 names a subtask of the task, and each once. */
const assertNamed = (inputs: readonly TaskChildInput[], present: readonly TaskItem[]): void => {
  const known = new Set(present.map(({ id }) => id))
  const errors = inputs.flatMap(({ TaskItemId: id }, place): FieldFault[] => {
    const pointer = pointerOf(place, 'TaskItemId')
    if (id === 0) return []
    if (!known.has(id)) return [{ pointer, message: 'names no subtask of the task' }]
    const isAgain = inputs.findIndex((other) => other.TaskItemId === id) < place
    return isAgain ? [{ pointer, message: 'is named twice' }] : []
  })
  if (errors.length > 0) throw ruleRefused('unknown-reference', 'The subtasks do not fit; see errors for each.', errors)
}

/** What becomes of a subtask that is there; nothing where it stays as it is. */
const changeOf = (task: TaskItem, parent: Parent, inputs: readonly TaskChildInput[], today: Day): Saved[] => {
  const at = inputs.findIndex(({ TaskItemId }) => TaskItemId === task.id)
  const before = fieldsOf(task)
  const own = followed(before, parent)
  const input = inputs[at]
  const after = input ? readChild(input, own, at, today, false) : own
  const isSame = Object.entries(after).every(([name, value]) => before[name as keyof TaskFields] === value)
  if (isSame) return []
  return [{ id: task.id, auditId: task.auditId + 1, before, after, parentId: parent.id, place: input ? at : null }]
}

const followed = (fields: TaskFields, { fields: { projectId, contactId } }: Parent): TaskFields => ({
  ...fields,
  projectId,
  contactId,
  milestoneId: projectId === fields.projectId ? fields.milestoneId : null,
})

const makeAll = async (
  scope: Scope,
  tx: Transaction,
  parent: Parent,
  inputs: readonly TaskChildInput[],
  today: Day,
): Promise<Saved[]> => {
  const typeId = await chooseType(scope, tx, {}, null)
  const places = inputs.flatMap(({ TaskItemId }, place) => (TaskItemId === 0 ? [place] : []))
  const ids = await newTaskIds(tx, places.length)
  return places.flatMap((place, n): Saved[] => {
    const [input, id] = [inputs[place], ids[n]]
    if (!input || id === undefined) return []
    const { projectId, contactId } = parent.fields
    const blank = { ...blankTask('', typeId), projectId, contactId }
    const after = readChild(input, blank, place, today, true)
    return [{ id, auditId: 1, before: null, after, parentId: parent.id, place }]
  })
}

const readChild = (
  { Name, AssignedToContactId, DueDate, IsComplete }: TaskChildInput,
  current: TaskFields,
  place: number,
  today: Day,
  isNew: boolean,
): TaskFields => {
  const dueDate = DueDate === undefined ? current.dueDate : DueDate
  if (dueDate && current.startDate && dueDate < current.startDate)
    refuse([{ pointer: pointerOf(place, 'DueDate'), message: 'must not be before its StartDate' }])
  return {
    ...current,
    name: readName(Name, isNew ? undefined : current.name, pointerOf(place, 'Name')),
    assigneeId: readId(AssignedToContactId, current.assigneeId),
    dueDate,
    ...readCompletion(IsComplete === undefined ? {} : { isComplete: IsComplete }, current, today),
  }
}

const assertStaff = (
  scope: Scope,
  tx: Transaction,
  saved: readonly Saved[],
  inputs: readonly TaskChildInput[],
): Promise<void> =>
  assertThere(
    scope,
    tx,
    saved
      .filter(({ place, before, after }) => place !== null && inputs[place] && before?.assigneeId !== after.assigneeId)
      .map(({ place, after }) => ({
        pointer: pointerOf(place, 'AssignedToContactId'),
        id: after.assigneeId,
        kind: 'staff' as const,
      })),
  )
