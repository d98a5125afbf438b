import type { MilestoneInput } from '#contract/work/tasks'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectMilestone } from '#prisma/client'
import { nameKeyOf, readName } from '../names.input.ts'
import { milestoneChange } from '../projects/milestone-changes.ts'
import { recordTasks } from '../task-records.service.ts'
import { fieldsOf } from '../tasks.model.ts'
import { updateTasks } from '../tasks.sql.ts'

const MOST_MILESTONES = 200

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
    const current = id === 0 ? null : await holdMilestone(scope, tx, id, expected)
    const projectId = current?.projectId ?? (await makeRoom(scope, tx, input.ProjectId ?? 0))
    const name = readName(input.Name, current?.name)
    const nameKey = nameKeyOf(name)
    if (await tx.projectMilestone.findFirst({ where: { tenantId, projectId, nameKey, id: { not: id } } }))
      throw conflict('duplicate', `The project has another milestone called "${name}".`)
    const saved = current
      ? await tx.projectMilestone.update({
          where: { tenantId_id: { tenantId, id } },
          data: { name, nameKey, auditId: { increment: 1 } },
        })
      : await tx.projectMilestone.create({ data: { tenantId, projectId, name, nameKey } })
    await recordChange(scope, tx, milestoneChange(saved, current ? 'updated' : 'created'))
    return saved
  })

/** Deletes a milestone; its tasks stay in the project. */
export const deleteMilestone = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const milestone = await holdMilestone(scope, tx, id, expected)
    await takeFromTasks(scope, tx, id)
    await tx.projectMilestone.delete({ where: { tenantId_id: { tenantId, id } } })
    await recordChange(scope, tx, milestoneChange({ ...milestone, auditId: milestone.auditId + 1 }, 'deleted'))
  })

/** Tasks that are held in memory at once. */
const BATCH = 1000

/** Leaves the tasks of a milestone without it, each told. The milestone is held: no task comes to be of it meanwhile. */
const takeFromTasks = async (scope: Scope, tx: Transaction, milestoneId: number): Promise<void> => {
  const { tenantId } = scope.db
  await tx.$queryRaw`
    select 1 from task_item where tenant_id = ${tenantId} and milestone_id = ${milestoneId} order by id for update`
  for (;;) {
    const tasks = await tx.taskItem.findMany({ where: { tenantId, milestoneId }, orderBy: { id: 'asc' }, take: BATCH })
    const changes = tasks.map((task) => {
      const { id, auditId, parentId } = task
      const before = fieldsOf(task)
      return { id, auditId: auditId + 1, before, after: { ...before, milestoneId: null }, parentId }
    })
    await updateTasks(
      scope,
      tx,
      changes.map(({ id, after }) => ({ id, fields: after })),
    )
    await recordTasks(scope, tx, changes)
    if (tasks.length < BATCH) return
  }
}

/** The milestone with its project, both as nobody else changes them until the transaction ends. */
const holdMilestone = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<ProjectMilestone> => {
  const { tenantId } = scope.db
  const found = await tx.projectMilestone.findFirst({ where: { tenantId, id }, select: { projectId: true } })
  if (found) await holdProjectOf(scope, tx, found.projectId)
  await tx.$queryRaw`select 1 from project_milestone where tenant_id = ${tenantId} and id = ${id} for update`
  const milestone = await tx.projectMilestone.findFirst({ where: { tenantId, id } })
  if (!milestone) throw notFound('milestone')
  assertVersion(milestone.auditId, expected)
  return milestone
}

/** Names within a project are given by one at a time. */
const holdProjectOf = async ({ db }: Scope, tx: Transaction, projectId: number): Promise<boolean> => {
  const held = await tx.$queryRaw<object[]>`
    select 1 from project where tenant_id = ${db.tenantId} and id = ${projectId} for no key update`
  return held.length > 0
}

const makeRoom = async (scope: Scope, tx: Transaction, projectId: number): Promise<number> => {
  if (!(await holdProjectOf(scope, tx, projectId))) {
    const errors = [{ pointer: '/ProjectId', message: 'names no project' }]
    throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
  }
  const count = await tx.projectMilestone.count({ where: { tenantId: scope.db.tenantId, projectId } })
  if (count >= MOST_MILESTONES) throw ruleRefused('too-many', `A project has at most ${MOST_MILESTONES} milestones.`)
  return projectId
}
