import type { TaskItemEditInput } from '#contract/work/tasks'
import { MAX_ID } from '#kernel/database/ids'
import { ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { referenceFault, unknownReference, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { requireNoFaults } from './tasks.input.ts'
import { type TaskFields, TODO } from './tasks.model.ts'
import { type CheckedReference, missingReferencesSql } from './tasks.sql.ts'

/** A field of a request that references a record; null references none. */
interface Reference {
  pointer: string
  id: number | null
  kind: CheckedReference['kind']
}

const NOUNS: Record<Reference['kind'], string> = {
  contact: 'contact',
  staff: 'member of the staff',
  project: 'project',
  task: 'task',
  tasktype: 'type of tasks',
  projecttype: 'type of projects',
}

/**
 * Rejects new references of a task to records that do not exist. An unchanged reference is not checked.
 *
 * @throws 422 unknown-reference with every fault at once, task-rule for a milestone of another project.
 */
export const requireTaskReferences = async (
  scope: Scope,
  tx: Transaction,
  fields: TaskFields,
  before: TaskFields | null,
): Promise<void> => {
  const changed = <K extends keyof TaskFields>(name: K): TaskFields[K] | null =>
    fields[name] === before?.[name] ? null : fields[name]
  await requireRecords(scope, tx, [
    { pointer: '/ContactId', id: changed('contactId'), kind: 'contact' },
    { pointer: '/AssignedToContactId', id: changed('assigneeId'), kind: 'staff' },
    { pointer: '/ProjectId', id: changed('projectId'), kind: 'project' },
    { pointer: '/DependentOnTaskId', id: changed('dependsOnId'), kind: 'task' },
  ])
  const milestoneId = changed('milestoneId')
  if (milestoneId === null) return
  const where = { tenantId: scope.db.tenantId, id: milestoneId, projectId: fields.projectId ?? 0 }
  if (!(await tx.projectMilestone.findFirst({ where, select: { id: true } })))
    requireNoFaults([{ pointer: '/ProjectMilestoneId', message: 'must be a milestone of the project' }])
}

/** Rejects references to records that do not exist, in one statement. @throws 422 unknown-reference. */
export const requireRecords = async (
  scope: Scope,
  tx: Transaction,
  references: readonly Reference[],
): Promise<void> => {
  const checked = references.flatMap(({ id, kind }, index) => (id === null ? [] : [{ index, id, kind }]))
  if (checked.length === 0) return
  const missing = await tx.rows<{ index: number }>(missingReferencesSql(scope, checked))
  const faults = missing.flatMap(({ index }) => {
    const reference = references[index]
    return reference ? [referenceFault(reference.pointer, NOUNS[reference.kind])] : []
  })
  if (faults.length > 0) throw unknownReferences(faults)
}

/** Contacts that were deleted are locked as well: whether they can be referenced is checked later. */
const contactRows = { table: 'contact' }

/**
 * Locks contacts that a task or project references, so that no other transaction merges or deletes them. Call it before
 * a task is locked.
 */
export const lockGivenContacts = async (
  scope: Scope,
  tx: Transaction,
  contactIds: readonly (number | null)[],
): Promise<void> => {
  await lockRows(
    scope,
    tx,
    contactRows,
    contactIds.filter((id) => id !== null),
    'share',
  )
}

/**
 * Finds the type that a save requests: the type with the given id, else the built-in type of the given kind, else the
 * current type. Id 0 requests the built-in type of the kind.
 *
 * @throws 422 unknown-reference, type-inactive for a new type that is inactive.
 */
export const findRequestedType = async (
  { db }: Scope,
  tx: Transaction,
  { TaskTypeId, SystemTaskTypeId }: Pick<TaskItemEditInput, 'TaskTypeId' | 'SystemTaskTypeId'>,
  currentId: number | null,
): Promise<number> => {
  const { tenantId } = db
  const requestedId = TaskTypeId ? Math.min(Number(TaskTypeId), MAX_ID) : null
  if (requestedId !== null && requestedId === currentId) return currentId
  const current = currentId === null ? null : await tx.taskType.findFirst({ where: { tenantId, id: currentId } })
  const kindId = Number(SystemTaskTypeId ?? current?.kindId ?? TODO)
  if (requestedId === null && current?.kindId === kindId) return current.id
  const wanted = requestedId ? { id: requestedId } : { kindId, isSystem: true }
  const type = await tx.taskType.findFirst({ where: { tenantId, ...wanted } })
  if (!type) throw unknownReference('/TaskTypeId', NOUNS.tasktype)
  if (requestedId && !type.isActive) throw typeInactive(type.name)
  return type.id
}

/** Returns 422 `type-inactive`. */
export const typeInactive = (name: string) =>
  ruleRefused('type-inactive', `The type "${name}" is inactive. Choose an active type for a new task.`)
