import type { NewTemplateMilestoneInput, ProjectTemplateInput, TemplateTaskInput } from '#contract/work/projects'
import { conflict, type FieldFault, notFound } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectTemplate } from '#prisma/client'
import { nameKeyOf, readName, readText } from '../names.input.ts'
import { projectTemplateEvents } from '../projects/projects.events.ts'
import { assertThere, chooseType } from '../references.queries.ts'
import { refuse } from '../tasks.input.ts'
import { readTemplateTasks } from './templates.input.ts'
import { getTemplate, type WholeTemplate } from './templates.queries.ts'

/**
 * Creates a template (id 0), with milestones where they are sent along, or changes one. Tasks that are sent are all
 * that it then has.
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
    await lockSubject(tx, scope, 'project_template')
    const current = id === 0 ? null : await holdTemplate(scope, tx, id)
    if (current) assertVersion(current.auditId, expected)
    const fields = readInput(input, current)
    await assertFree(scope, tx, fields, current)
    const saved = current
      ? await tx.projectTemplate.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...fields, auditId: { increment: 1 } },
        })
      : await tx.projectTemplate.create({ data: { ...fields, tenantId } })
    if (!current) await addMilestones(scope, tx, saved.id, input.Milestones ?? [])
    if (input.Tasks) await replaceTasks(scope, tx, saved.id, input.Tasks)
    await recordTemplate(scope, tx, saved, current ? 'updated' : 'created')
    return getTemplate(scope, saved.id, tx)
  })

/** Deletes a template with its milestones and tasks; projects made from it stay. */
export const deleteTemplate = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const template = await holdTemplate(scope, tx, id)
    assertVersion(template.auditId, expected)
    await tx.projectTemplateTask.deleteMany({ where: { tenantId, templateId: id } })
    await tx.projectTemplate.delete({ where: { tenantId_id: { tenantId, id } } })
    await recordTemplate(scope, tx, { ...template, auditId: template.auditId + 1 }, 'deleted')
  })

/** The template as nobody else changes it until the transaction ends; 404 where there is none. */
export const holdTemplate = async ({ db }: Scope, tx: Transaction, id: number): Promise<ProjectTemplate> => {
  const { tenantId } = db
  await tx.$queryRaw`select 1 from project_template where tenant_id = ${tenantId} and id = ${id} for update`
  const template = await tx.projectTemplate.findFirst({ where: { tenantId, id } })
  if (!template) throw notFound('project template')
  return template
}

const readInput = (input: ProjectTemplateInput, current: ProjectTemplate | null) => {
  const name = readName(input.Name, current?.name)
  return {
    name,
    nameKey: nameKeyOf(name),
    description: readText(input.Description, current?.description),
    typeId: input.ProjectTypeId === undefined ? (current?.typeId ?? null) : input.ProjectTypeId || null,
  }
}

const assertFree = async (
  scope: Scope,
  tx: Transaction,
  { name, nameKey, typeId }: ReturnType<typeof readInput>,
  current: ProjectTemplate | null,
): Promise<void> => {
  const { tenantId } = scope.db
  if (await tx.projectTemplate.findFirst({ where: { tenantId, nameKey, id: { not: current?.id ?? 0 } } }))
    throw conflict('duplicate', `There is another project template called "${name}".`)
  const id = typeId === current?.typeId ? null : typeId
  await assertThere(scope, tx, [{ pointer: '/ProjectTypeId', id, kind: 'projecttype' }])
}

const addMilestones = async (
  { db }: Scope,
  tx: Transaction,
  templateId: number,
  inputs: readonly NewTemplateMilestoneInput[],
): Promise<void> => {
  const names = inputs.map(({ Name }, place) => readName(Name, undefined, `/Milestones/${place}/Name`))
  const faults = names.flatMap((name, place): FieldFault[] => {
    const isAgain = names.findIndex((other) => nameKeyOf(other) === nameKeyOf(name)) < place
    return isAgain ? [{ pointer: `/Milestones/${place}/Name`, message: 'is named twice' }] : []
  })
  refuse(faults)
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
  const usualTypeId = await chooseType(scope, tx, {}, null)
  const tasks = readTemplateTasks(inputs, { milestones, usualTypeId })
  await assertThere(
    scope,
    tx,
    tasks.map(({ typeId }, place) => ({ pointer: `/Tasks/${place}/TaskTypeId`, id: typeId, kind: 'tasktype' })),
  )
  await tx.projectTemplateTask.deleteMany({ where: { tenantId, templateId } })
  await tx.projectTemplateTask.createMany({ data: tasks.map((task) => ({ ...task, tenantId, templateId })) })
}

/** Writes history and event of a template; what changed in it. */
export const recordTemplate = (
  scope: Scope,
  tx: Transaction,
  { id, auditId, name, description, typeId }: ProjectTemplate,
  action: 'created' | 'updated' | 'deleted',
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'projecttemplate',
    entityId: id,
    auditId,
    action,
    changes: { name, description, typeId },
    event: { kind: projectTemplateEvents[action], payload: { name } },
  })
