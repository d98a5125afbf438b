import type { NewTemplateMilestoneInput, ProjectTemplateInput, TemplateTaskInput } from '#contract/work/projects'
import type { TemplateMilestoneInput } from '#contract/work/tasks'
import { notFound } from '#kernel/errors/problem'
import { lockForSave, lockRecord, lockRecordIfPresent, lockSubject } from '#kernel/records/lock'
import { nameKeyOf } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName, requireUniqueName } from '#kernel/records/unique-name'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectTemplate, ProjectTemplateMilestone } from '#prisma/client'
import { findRequestedType, requireRecords } from '../references.queries.ts'
import { parseMilestoneNames, parseTemplate, parseTemplateTasks } from './templates.input.ts'
import { getTemplate, templateKind, type WholeTemplate } from './templates.queries.ts'

/**
 * Creates a template (id 0), with the milestones of the request, or changes one. The tasks of the request replace all
 * tasks of the template.
 *
 * @throws 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, task-rule, dependency-cycle, unknown-reference.
 */
export const saveTemplate = (
  scope: Scope,
  id: number,
  input: ProjectTemplateInput,
  expected: ExpectedVersion,
): Promise<WholeTemplate> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'project_template')
    const current = await lockForSave(scope, tx, templateKind, id, expected)
    const fields = parseTemplate(input, current)
    const other = await tx.projectTemplate.findFirst({ where: { tenantId, nameKey: fields.nameKey, id: { not: id } } })
    requireUniqueName(templateKind, fields.name, other)
    const typeId = fields.typeId === current?.typeId ? null : fields.typeId
    await requireRecords(scope, tx, [{ pointer: '/ProjectTypeId', id: typeId, kind: 'projecttype' }])
    const saved = current
      ? await tx.projectTemplate.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...fields, ...NEXT_VERSION },
        })
      : await tx.projectTemplate.create({ data: { ...fields, tenantId } })
    if (!current) await addMilestones(scope, tx, saved.id, input.Milestones ?? [])
    if (input.Tasks) await replaceTasks(scope, tx, saved.id, input.Tasks)
    await recordTemplate(scope, tx, saved, current ? 'updated' : 'created')
    return getTemplate(scope, saved.id, tx)
  })

/** Deletes a template with its milestones and tasks. Projects created from it remain. @throws 404, 409 stale-audit-id, 412. */
export const deleteTemplate = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const template = await lockRecord(scope, tx, templateKind, id, expected)
    await tx.projectTemplateTask.deleteMany({ where: { tenantId, templateId: id } })
    await tx.projectTemplate.delete({ where: { tenantId_id: { tenantId, id } } })
    await recordTemplate(scope, tx, nextVersionOf(template), 'deleted')
  })

const addMilestones = async (
  { db }: Scope,
  tx: Transaction,
  templateId: number,
  inputs: readonly NewTemplateMilestoneInput[],
): Promise<void> => {
  const names = parseMilestoneNames(inputs)
  const data = names.map((name) => ({ tenantId: db.tenantId, templateId, name, nameKey: nameKeyOf(name) }))
  await tx.projectTemplateMilestone.createMany({ data })
}

const replaceTasks = async (
  scope: Scope,
  tx: Transaction,
  templateId: number,
  inputs: readonly TemplateTaskInput[],
): Promise<void> => {
  const { tenantId } = scope.db
  const milestones = await tx.projectTemplateMilestone.findMany({ where: { tenantId, templateId } })
  const defaultTypeId = await findRequestedType(scope, tx, {}, null)
  const tasks = parseTemplateTasks(inputs, { milestones, defaultTypeId })
  await requireRecords(
    scope,
    tx,
    tasks.map(({ typeId }, index) => ({ pointer: `/Tasks/${index}/TaskTypeId`, id: typeId, kind: 'tasktype' })),
  )
  await tx.projectTemplateTask.deleteMany({ where: { tenantId, templateId } })
  await tx.projectTemplateTask.createMany({ data: tasks.map((task) => ({ ...task, tenantId, templateId })) })
}

const recordTemplate = (
  scope: Scope,
  tx: Transaction,
  template: ProjectTemplate,
  action: ChangeAction,
): Promise<void> => {
  const payload = { name: template.name }
  return recordChange(scope, tx, changeOf(templateKind, template, action, { payload }))
}

const MAX_MILESTONES = 100

/**
 * Adds a milestone to a template (no id) or renames one. Both are changes of the template.
 *
 * @throws 404; 409 duplicate; 412; 422 name-needed, unknown-reference, too-many.
 */
export const saveTemplateMilestone = (
  scope: Scope,
  input: TemplateMilestoneInput,
  expected: ExpectedVersion,
): Promise<ProjectTemplateMilestone> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const id = input.ProjectTemplateMilestoneId ?? 0
    const current = id === 0 ? null : await lockMilestone(scope, tx, id, expected)
    const templateId = current?.templateId ?? (await lockForNewMilestone(scope, tx, input.ProjectTemplateId ?? 0))
    const data = await parseUniqueName({ entity: 'milestone' }, input.Name, current, (nameKey) =>
      tx.projectTemplateMilestone.findFirst({ where: { tenantId, templateId, nameKey, id: { not: id } } }),
    )
    const saved = current
      ? await tx.projectTemplateMilestone.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.projectTemplateMilestone.create({ data: { ...data, tenantId, templateId } })
    await updateTemplate(scope, tx, templateId)
    return saved
  })

/** Deletes a milestone of a template. Its tasks remain in the template. @throws 404, 412. */
export const deleteTemplateMilestone = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { templateId } = await lockMilestone(scope, tx, id, expected)
    await tx.projectTemplateTask.updateMany({
      where: { tenantId, templateId, milestoneId: id },
      data: { milestoneId: null },
    })
    await tx.projectTemplateMilestone.delete({ where: { tenantId_id: { tenantId, id } } })
    await updateTemplate(scope, tx, templateId)
  })

/** Locks the template of a milestone: every change of a milestone takes this lock. */
const lockMilestone = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<ProjectTemplateMilestone> => {
  const where = { tenantId: scope.db.tenantId, id }
  const found = await tx.projectTemplateMilestone.findFirst({ where, select: { templateId: true } })
  if (!found) throw notFound('milestone')
  await lockRecord(scope, tx, templateKind, found.templateId)
  const milestone = await tx.projectTemplateMilestone.findFirst({ where })
  if (!milestone) throw notFound('milestone')
  requireVersion(milestone.auditId, expected)
  return milestone
}

/** Locks the template of a new milestone. @throws 422 unknown-reference, too-many. */
const lockForNewMilestone = async (scope: Scope, tx: Transaction, templateId: number): Promise<number> => {
  const template = await lockRecordIfPresent(scope, tx, templateKind, templateId)
  if (!template) throw unknownReference('/ProjectTemplateId', 'project template')
  const count = await tx.projectTemplateMilestone.count({ where: { tenantId: scope.db.tenantId, templateId } })
  requireRoom(count, MAX_MILESTONES, 'template', 'milestones')
  return templateId
}

/** Increments the version of the template and records its change. */
const updateTemplate = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const where = { tenantId_id: { tenantId: scope.db.tenantId, id } }
  await recordTemplate(scope, tx, await tx.projectTemplate.update({ where, data: NEXT_VERSION }), 'updated')
}
