import type { ProjectInput } from '#contract/work/projects'
import { conflict, notFound } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, Project } from '#prisma/client'
import { assertThere, holdContacts } from '../references.queries.ts'
import { milestoneChange, recordMilestones } from './milestone-changes.ts'
import { planProjectValues, removeProjectValues, writeProjectValues } from './project-values.service.ts'
import { projectEvents } from './projects.events.ts'
import { type ProjectFields, readProjectInput } from './projects.input.ts'
import { readProject, type VersionedProject } from './projects.queries.ts'

/**
 * Creates a project (id 0) or changes one, with the values of custom fields that the input names.
 *
 * @throws 404; 409 stale-audit-id; 412; 422 name-needed, task-rule, unknown-reference, required-field.
 */
export const saveProject = (
  scope: Scope,
  id: number,
  input: ProjectInput,
  expected: ExpectedVersion,
): Promise<VersionedProject> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await holdContacts(scope, tx, [input.ManagerContactId || null])
    const current = id === 0 ? null : await holdProject(scope, tx, id, expected)
    const fields = readProjectInput(input, current)
    await assertProjectReferences(scope, tx, fields, current)
    const plan = await planProjectValues(scope, tx, { id, typeId: fields.typeId }, input.CustomFields)
    const saved = current
      ? await tx.project.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...fields, auditId: { increment: 1 } },
        })
      : await tx.project.create({ data: { ...fields, tenantId, createdAt: scope.clock.now() } })
    const values = await writeProjectValues(scope, tx, saved.id, plan)
    await recordProject(scope, tx, saved, current ? 'updated' : 'created', values)
    return readProject(scope, saved.id, tx)
  })

/** Deletes a project that no task belongs to, with its milestones. */
export const deleteProject = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const project = await holdProject(scope, tx, id, expected)
    const tasks = await tx.taskItem.count({ where: { tenantId, projectId: id } })
    if (tasks > 0) throw conflict('in-use', `Tasks (${tasks}) belong to the project. Move or delete them first.`)
    const milestones = await tx.projectMilestone.findMany({
      where: { tenantId, projectId: id },
      orderBy: { id: 'asc' },
    })
    await removeProjectValues(scope, tx, id)
    await tx.project.delete({ where: { tenantId_id: { tenantId, id } } })
    const gone = milestones.map((each) => milestoneChange({ ...each, auditId: each.auditId + 1 }, 'deleted'))
    await recordMilestones(scope, tx, gone)
    await recordProject(scope, tx, { ...project, auditId: project.auditId + 1 }, 'deleted')
  })

/** The project as nobody else changes it until the transaction ends; a task that is just put into it is waited for. */
const holdProject = async ({ db }: Scope, tx: Transaction, id: number, expected: ExpectedVersion): Promise<Project> => {
  const { tenantId } = db
  await tx.$queryRaw`select 1 from project where tenant_id = ${tenantId} and id = ${id} for update`
  const project = await tx.project.findFirst({ where: { tenantId, id } })
  if (!project) throw notFound('project')
  assertVersion(project.auditId, expected)
  return project
}

/** Refuses a type and a manager that are named anew and not there. */
export const assertProjectReferences = (
  scope: Scope,
  tx: Transaction,
  { typeId, managerId }: Pick<ProjectFields, 'typeId' | 'managerId'>,
  current: Project | null,
): Promise<void> =>
  assertThere(scope, tx, [
    { pointer: '/ProjectTypeId', id: typeId === current?.typeId ? null : typeId, kind: 'projecttype' },
    { pointer: '/ManagerContactId', id: managerId === current?.managerId ? null : managerId, kind: 'staff' },
  ])

/** Writes history and event of a project. */
export const recordProject = (
  scope: Scope,
  tx: Transaction,
  project: Project,
  action: 'created' | 'updated' | 'deleted',
  changes: Prisma.InputJsonObject = {},
): Promise<void> => {
  const { name, description, typeId, managerId, startDate, dueDate, isActive } = project
  const fields = { name, description, typeId, managerId, isActive, ...changes }
  return recordChange(scope, tx, {
    entity: 'project',
    entityId: project.id,
    auditId: project.auditId,
    action,
    changes: { ...fields, startDate: startDate?.toISOString() ?? null, dueDate: dueDate?.toISOString() ?? null },
    event: {
      kind: projectEvents[action],
      payload: { name, ...('templateId' in changes && { templateId: changes.templateId }) },
    },
  })
}
