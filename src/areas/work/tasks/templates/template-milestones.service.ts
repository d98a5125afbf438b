import type { TemplateMilestoneInput } from '#contract/work/tasks'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectTemplateMilestone } from '#prisma/client'
import { nameKeyOf, readName } from '../names.input.ts'
import { holdTemplate, recordTemplate } from './templates.service.ts'

const MOST_MILESTONES = 100

/**
 * Adds a milestone to a template (no id) or renames one; either is a change of the template.
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
    const current = id === 0 ? null : await holdMilestone(scope, tx, id, expected)
    const templateId = current?.templateId ?? (await makeRoom(scope, tx, input.ProjectTemplateId ?? 0))
    const name = readName(input.Name, current?.name)
    const nameKey = nameKeyOf(name)
    if (await tx.projectTemplateMilestone.findFirst({ where: { tenantId, templateId, nameKey, id: { not: id } } }))
      throw conflict('duplicate', `The template has another milestone called "${name}".`)
    const saved = current
      ? await tx.projectTemplateMilestone.update({
          where: { tenantId_id: { tenantId, id } },
          data: { name, nameKey, auditId: { increment: 1 } },
        })
      : await tx.projectTemplateMilestone.create({ data: { tenantId, templateId, name, nameKey } })
    await raise(scope, tx, templateId)
    return saved
  })

/** Deletes a milestone of a template; its tasks stay in the template. */
export const deleteTemplateMilestone = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { templateId } = await holdMilestone(scope, tx, id, expected)
    await tx.projectTemplateTask.updateMany({
      where: { tenantId, templateId, milestoneId: id },
      data: { milestoneId: null },
    })
    await tx.projectTemplateMilestone.delete({ where: { tenantId_id: { tenantId, id } } })
    await raise(scope, tx, templateId)
  })

/** The milestone, with its template held. */
const holdMilestone = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<ProjectTemplateMilestone> => {
  const where = { tenantId: scope.db.tenantId, id }
  const found = await tx.projectTemplateMilestone.findFirst({ where, select: { templateId: true } })
  if (!found) throw notFound('milestone')
  await holdTemplate(scope, tx, found.templateId)
  const milestone = await tx.projectTemplateMilestone.findFirst({ where })
  if (!milestone) throw notFound('milestone')
  assertVersion(milestone.auditId, expected)
  return milestone
}

const makeRoom = async (scope: Scope, tx: Transaction, templateId: number): Promise<number> => {
  const { tenantId } = scope.db
  const held = await tx.$queryRaw<object[]>`
    select 1 from project_template where tenant_id = ${tenantId} and id = ${templateId} for update`
  if (held.length === 0) {
    const errors = [{ pointer: '/ProjectTemplateId', message: 'names no project template' }]
    throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
  }
  const count = await tx.projectTemplateMilestone.count({ where: { tenantId, templateId } })
  if (count >= MOST_MILESTONES) throw ruleRefused('too-many', `A template has at most ${MOST_MILESTONES} milestones.`)
  return templateId
}

/** The template has another version, and tells so. */
const raise = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const where = { tenantId_id: { tenantId: scope.db.tenantId, id } }
  await recordTemplate(
    scope,
    tx,
    await tx.projectTemplate.update({ where, data: { auditId: { increment: 1 } } }),
    'updated',
  )
}
