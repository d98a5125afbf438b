import type { MilestoneInput } from '#contract/work/tasks'
import type { Change } from '#kernel/records/change'
import { lockRecord, lockRows } from '#kernel/records/lock'
import { changeOf, recordChange, recordChanges } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectMilestone } from '#prisma/client'
import { projectKind } from '../projects/projects.queries.ts'
import { lockTasks, recordTasks, updateTasks } from '../task-records.service.ts'
import { fieldsOf, updateOf } from '../tasks.model.ts'
import { milestoneKind } from './milestones.queries.ts'

const MAX_MILESTONES = 200

/**
 * Adds a milestone to a project (no id) or renames one.
 *
 * @throws 404; 409 duplicate; 412; 422 name-needed, unknown-reference, too-many.
 */
export const saveMilestone = (
  scope: Scope,
  input: MilestoneInput,
  expected: ExpectedVersion,
): Promise<ProjectMilestone> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const id = input.ProjectMilestoneId ?? 0
    const current = id === 0 ? null : await lockMilestone(scope, tx, id, expected)
    const projectId = current?.projectId ?? (await lockForNewMilestone(scope, tx, input.ProjectId ?? 0))
    const data = await parseUniqueName(milestoneKind, input.Name, current, (nameKey) =>
      tx.projectMilestone.findFirst({ where: { tenantId, projectId, nameKey, id: { not: id } } }),
    )
    const saved = current
      ? await tx.projectMilestone.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.projectMilestone.create({ data: { ...data, tenantId, projectId } })
    await recordChange(scope, tx, describeMilestoneChange(saved, current ? 'updated' : 'created'))
    return saved
  })

/** Deletes a milestone. Its tasks remain in the project. @throws 404, 412. */
export const deleteMilestone = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const milestone = await lockMilestone(scope, tx, id, expected)
    await removeFromTasks(scope, tx, id)
    await tx.projectMilestone.delete({ where: { tenantId_id: { tenantId, id } } })
    await recordChange(scope, tx, describeMilestoneChange(nextVersionOf(milestone), 'deleted'))
  })

export const describeMilestoneChange = (milestone: ProjectMilestone, action: ChangeAction): Change => {
  const { name, projectId } = milestone
  return changeOf(milestoneKind, milestone, action, { payload: { name, projectId } })
}

/** Records the changes of any number of milestones in one statement. */
export const recordMilestones = async (scope: Scope, tx: Transaction, changes: readonly Change[]): Promise<void> => {
  await recordChanges(scope, tx, changes)
}

/** Tasks that are read at once. */
const BATCH = 1000

/**
 * Removes a milestone from its tasks, each of which is recorded. The lock on the milestone keeps other transactions from
 * giving it to a task.
 */
const removeFromTasks = async (scope: Scope, tx: Transaction, milestoneId: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, milestoneId }
  await lockTasks(scope, tx, where)
  for (;;) {
    const tasks = await tx.taskItem.findMany({ where, orderBy: { id: 'asc' }, take: BATCH })
    const changes = tasks.map((task) => updateOf(task, { ...fieldsOf(task), milestoneId: null }))
    await updateTasks(
      scope,
      tx,
      changes.map(({ id, after }) => ({ id, fields: after })),
    )
    await recordTasks(scope, tx, changes)
    if (tasks.length < BATCH) return
  }
}

/** Locks a milestone after its project, since the names of milestones are unique in a project. */
const lockMilestone = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<ProjectMilestone> => {
  const { tenantId } = scope.db
  const found = await tx.projectMilestone.findFirst({ where: { tenantId, id }, select: { projectId: true } })
  if (found) await lockRows(scope, tx, projectKind, [found.projectId], 'no key update')
  return lockRecord(scope, tx, milestoneKind, id, expected)
}

/** Locks the project of a new milestone. @throws 422 unknown-reference, too-many. */
const lockForNewMilestone = async (scope: Scope, tx: Transaction, projectId: number): Promise<number> => {
  const [locked] = await lockRows(scope, tx, projectKind, [projectId], 'no key update')
  if (locked === undefined) throw unknownReference('/ProjectId', 'project')
  const count = await tx.projectMilestone.count({ where: { tenantId: scope.db.tenantId, projectId } })
  requireRoom(count, MAX_MILESTONES, 'project', 'milestones')
  return projectId
}
