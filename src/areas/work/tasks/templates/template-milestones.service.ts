import type { TemplateMilestoneInput } from '#contract/work/tasks'
import { notFound } from '#kernel/errors/problem'
import { lockRecord, lockRecordIfPresent } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectTemplateMilestone } from '#prisma/client'
import { templateKind } from './templates.queries.ts'
import { recordTemplate } from './templates.service.ts'

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
  assertVersion(milestone.auditId, expected)
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
