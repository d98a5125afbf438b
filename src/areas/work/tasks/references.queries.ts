import type { TaskItemEditInput } from '#contract/work/tasks'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { TODO } from './task-values.ts'
import { refuse } from './tasks.input.ts'
import type { TaskFields } from './tasks.model.ts'

/** An id of the input that must name a record; null names none. */
interface Reference {
  pointer: string
  id: number | null
  kind: 'contact' | 'staff' | 'project' | 'task' | 'tasktype' | 'projecttype'
}

/**
 * Refuses what a task refers to anew and what is not there. What it had before stays good, whatever became of it.
 *
 * @throws 422 unknown-reference with every fault at once, task-rule for a milestone of another project.
 */
export const assertReferences = async (
  scope: Scope,
  tx: Transaction,
  fields: TaskFields,
  before: TaskFields | null,
): Promise<void> => {
  const changed = <K extends keyof TaskFields>(name: K): TaskFields[K] | null =>
    fields[name] === before?.[name] ? null : fields[name]
  await assertThere(scope, tx, [
    { pointer: '/ContactId', id: changed('contactId'), kind: 'contact' },
    { pointer: '/AssignedToContactId', id: changed('assigneeId'), kind: 'staff' },
    { pointer: '/ProjectId', id: changed('projectId'), kind: 'project' },
    { pointer: '/DependentOnTaskId', id: changed('dependsOnId'), kind: 'task' },
  ])
  const milestoneId = changed('milestoneId')
  if (milestoneId === null) return
  const where = { tenantId: scope.db.tenantId, id: milestoneId, projectId: fields.projectId ?? 0 }
  if (!(await tx.projectMilestone.findFirst({ where, select: { id: true } })))
    refuse([{ pointer: '/ProjectMilestoneId', message: 'is no milestone of the project' }])
}

/** Refuses references to what is not there, in one statement for all. */
export const assertThere = async (scope: Scope, tx: Transaction, references: readonly Reference[]): Promise<void> => {
  const asked = references.filter(({ id }) => id !== null)
  if (asked.length === 0) return
  const rows = await tx.$queryRaw<{ place: number }[]>(missingSql(scope, asked))
  if (rows.length === 0) return
  const errors = rows.flatMap(({ place }): FieldFault[] => {
    const missing = asked[place]
    return missing ? [{ pointer: missing.pointer, message: MISSING[missing.kind] }] : []
  })
  throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
}

const MISSING: Record<Reference['kind'], string> = {
  contact: 'names no contact',
  staff: 'names no member of the staff',
  project: 'names no project',
  task: 'names no task',
  tasktype: 'names no type of tasks',
  projecttype: 'names no type of projects',
}

/** A limited caller may be a member of the staff outside of its chapters: it can give tasks to itself. */
const missingSql = ({ db, actor, chapters }: Scope, asked: readonly Reference[]) => {
  const self = chapters && actor.kind === 'login' ? actor.contactId : null
  return Prisma.sql`SELECT r.place FROM jsonb_to_recordset(${JSON.stringify(
    asked.map(({ id, kind }, place) => ({ place, id, kind })),
  )}::jsonb) AS r(place int, id int, kind text)
  WHERE NOT CASE r.kind
    WHEN 'project' THEN EXISTS (SELECT FROM project p WHERE p.tenant_id = ${db.tenantId}::int AND p.id = r.id)
    WHEN 'task' THEN EXISTS (SELECT FROM task_item t WHERE t.tenant_id = ${db.tenantId}::int AND t.id = r.id)
    WHEN 'tasktype' THEN EXISTS (SELECT FROM task_type k WHERE k.tenant_id = ${db.tenantId}::int AND k.id = r.id)
    WHEN 'projecttype' THEN EXISTS (SELECT FROM project_type k WHERE k.tenant_id = ${db.tenantId}::int AND k.id = r.id)
    ELSE EXISTS (SELECT FROM contact c WHERE c.tenant_id = ${db.tenantId}::int AND c.id = r.id
      AND c.deleted_at IS NULL AND (r.kind = 'contact' OR c.is_staff))
      OR r.kind = 'staff' AND r.id IS NOT DISTINCT FROM ${self}::int END
  ORDER BY r.place`
}

/**
 * Holds contacts that a task or project comes to be about or is given to: they are neither merged nor deleted meanwhile.
 * Taken before any task is locked. Null is nobody.
 */
export const holdContacts = async (
  { db }: Scope,
  tx: Transaction,
  contactIds: readonly (number | null)[],
): Promise<void> => {
  const ids = contactIds.filter((id) => id !== null)
  if (ids.length === 0) return
  await tx.$queryRaw`
    select 1 from contact where tenant_id = ${db.tenantId} and id = any(${ids}::int[]) order by id for share`
}

/**
 * The type that a save asks for: the one named, else the built-in one of the kind named, else the present one. 0 names
 * none: the built-in one of its kind.
 *
 * @throws 422 unknown-reference, type-inactive for one that is given anew.
 */
export const chooseType = async (
  { db }: Scope,
  tx: Transaction,
  { TaskTypeId, SystemTaskTypeId }: Pick<TaskItemEditInput, 'TaskTypeId' | 'SystemTaskTypeId'>,
  currentId: number | null,
): Promise<number> => {
  const { tenantId } = db
  const namedId = TaskTypeId ? Math.min(Number(TaskTypeId), MAX_ID) : null
  if (namedId !== null && namedId === currentId) return currentId
  const current = currentId === null ? null : await tx.taskType.findFirst({ where: { tenantId, id: currentId } })
  const kindId = Number(SystemTaskTypeId ?? current?.kindId ?? TODO)
  if (namedId === null && current?.kindId === kindId) return current.id
  const wanted = namedId ? { id: namedId } : { kindId, isSystem: true }
  const type = await tx.taskType.findFirst({ where: { tenantId, ...wanted } })
  if (!type) {
    const errors = [{ pointer: '/TaskTypeId', message: 'names no type of tasks' }]
    throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
  }
  if (namedId && !type.isActive) throw ruleRefused('type-inactive', `The type "${type.name}" is given to no new task.`)
  return type.id
}
