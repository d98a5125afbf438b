import { PROJECT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import {
  deleteValues,
  planRecordValues,
  saveValues,
  type ValuePlan,
} from '#areas/people/custom-fields/values/values.service'
import type { RecordCustomFieldInput } from '#contract/people/contacts'
import type { ProjectInput } from '#contract/work/projects'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, Project } from '#prisma/client'
import { describeMilestoneChange, recordMilestones } from '../milestones/milestones.service.ts'
import { lockGivenContacts, requireRecords } from '../references.queries.ts'
import { type ProjectFields, parseProject } from './projects.input.ts'
import { projectKind, readProject } from './projects.queries.ts'

/**
 * Creates a project (id 0) or changes one, with the values of custom fields in the request.
 *
 * @throws 404; 409 stale-audit-id; 412; 422 name-needed, task-rule, unknown-reference, required-field.
 */
export const saveProject = (
  scope: Scope,
  id: number,
  input: ProjectInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockGivenContacts(scope, tx, [input.ManagerContactId || null])
    const current = await lockForSave(scope, tx, projectKind, id, expected)
    const fields = parseProject(input, current)
    await requireProjectReferences(scope, tx, fields, current)
    const plan = await planProjectValues(scope, tx, { id, typeId: fields.typeId }, input.CustomFields)
    const saved = current
      ? await tx.project.update({ where: { tenantId_id: { tenantId, id } }, data: { ...fields, ...NEXT_VERSION } })
      : await tx.project.create({ data: { ...fields, tenantId, createdAt: scope.clock.now() } })
    const values = await saveProjectValues(scope, tx, saved.id, plan)
    await recordProject(scope, tx, saved, current ? 'updated' : 'created', values)
    return readProject(scope, saved.id, tx)
  })

/** Deletes a project without tasks, with its milestones. @throws 404; 409 stale-audit-id, in-use; 412. */
export const deleteProject = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const project = await lockRecord(scope, tx, projectKind, id, expected)
    await requireUnused(scope, tx, projectKind, project)
    const milestones = await tx.projectMilestone.findMany({
      where: { tenantId, projectId: id },
      orderBy: { id: 'asc' },
    })
    await deleteProjectValues(scope, tx, id)
    await tx.project.delete({ where: { tenantId_id: { tenantId, id } } })
    const deleted = milestones.map((milestone) => describeMilestoneChange(nextVersionOf(milestone), 'deleted'))
    await recordMilestones(scope, tx, deleted)
    await recordProject(scope, tx, nextVersionOf(project), 'deleted')
  })

/** Rejects a new type and a new manager that do not exist. */
const requireProjectReferences = (
  scope: Scope,
  tx: Transaction,
  { typeId, managerId }: Pick<ProjectFields, 'typeId' | 'managerId'>,
  current: Project | null,
): Promise<void> =>
  requireRecords(scope, tx, [
    { pointer: '/ProjectTypeId', id: typeId === current?.typeId ? null : typeId, kind: 'projecttype' },
    { pointer: '/ManagerContactId', id: managerId === current?.managerId ? null : managerId, kind: 'staff' },
  ])

/**
 * Records the change of a project.
 *
 * @param values the changed values of custom fields; `templateId` for a project that was created from a template.
 */
export const recordProject = (
  scope: Scope,
  tx: Transaction,
  project: Project,
  action: ChangeAction,
  values: Prisma.InputJsonObject = {},
): Promise<void> => {
  const payload = { name: project.name, ...('templateId' in values && { templateId: values.templateId }) }
  return recordChange(scope, tx, changeOf(projectKind, project, action, { changes: values, payload }))
}

/**
 * Plans the changes of the custom fields of a project (id 0: a new one), without writing them.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const planProjectValues = (
  scope: Scope,
  tx: Transaction,
  { id, typeId }: { id: number; typeId: number | null },
  items: readonly RecordCustomFieldInput[] | undefined,
): Promise<ValuePlan> =>
  planRecordValues(scope, tx, { objectTypes: PROJECT_OBJECT_TYPES, objectId: id, project: { typeId } }, items)

/** Writes the planned values. Returns the changes for the history. */
export const saveProjectValues = async (
  { db }: Scope,
  tx: Transaction,
  id: number,
  plan: ValuePlan,
): Promise<Prisma.InputJsonObject> => {
  await saveValues(tx, db.tenantId, [{ objectId: id, plan }])
  return { ...plan.changes }
}

const deleteProjectValues = async ({ db }: Scope, tx: Transaction, id: number): Promise<void> => {
  await deleteValues(tx, db.tenantId, PROJECT_OBJECT_TYPES, id)
}
