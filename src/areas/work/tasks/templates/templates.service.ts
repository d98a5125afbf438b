import type { NewTemplateMilestoneInput, ProjectTemplateInput, TemplateTaskInput } from '#contract/work/projects'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { nameKeyOf } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUniqueName } from '#kernel/records/unique-name'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectTemplate } from '#prisma/client'
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

/** Records the change of a template. */
export const recordTemplate = (
  scope: Scope,
  tx: Transaction,
  template: ProjectTemplate,
  action: ChangeAction,
): Promise<void> => {
  const { name, description, typeId } = template
  const changes = { name, description, typeId }
  return recordChange(scope, tx, changeOf(templateKind, template, action, { changes, payload: { name } }))
}
