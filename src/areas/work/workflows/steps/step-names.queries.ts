import type { Models } from '#kernel/tenancy/tenant-db'
import type { StepNames } from './step-description.model.ts'
import type { Step } from './step.model.ts'
import { STEP } from './step-types.ts'

/** The names behind the ids that steps hold, in three statements at most. */
export const readStepNames = async (tx: Models, tenantId: number, steps: readonly Step[]): Promise<StepNames> => {
  const wanted = {
    groups: steps.flatMap(groupIds),
    templates: steps.flatMap(templateIds),
    fields: steps.flatMap(fieldIds),
  }
  const [groups, templates, fields] = await Promise.all([
    wanted.groups.length === 0
      ? []
      : tx.group.findMany({
          where: { tenantId, id: { in: wanted.groups }, deletedAt: null },
          select: { id: true, name: true },
        }),
    wanted.templates.length === 0
      ? []
      : tx.mailTemplate.findMany({
          where: { tenantId, id: { in: wanted.templates } },
          select: { id: true, name: true },
        }),
    wanted.fields.length === 0
      ? []
      : tx.customField.findMany({
          where: { tenantId, id: { in: wanted.fields }, deletedAt: null },
          select: { id: true, displayName: true },
        }),
  ])
  return {
    groups: new Map(groups.map(({ id, name }) => [id, name])),
    templates: new Map(templates.map(({ id, name }) => [id, name])),
    fields: new Map(fields.map(({ id, displayName }) => [id, displayName])),
  }
}

/** The groups that a step names. */
export const groupIds = (step: Step): number[] => {
  switch (step.typeId) {
    case STEP.addToList:
    case STEP.removeFromList:
      return step.options.GroupIds
    case STEP.moveToList:
      return [...(step.options.FromGroupIds ?? []), ...step.options.ToGroupIds]
    case STEP.logicBranch:
      return step.options.Conditions.flatMap(({ Type, Value }) => (Type === 'inGroup' ? [Number(Value)] : []))
    default:
      return []
  }
}

const templateIds = (step: Step): number[] => (step.typeId === STEP.sendEmail ? [step.options.TemplateId] : [])

const fieldIds = (step: Step): number[] =>
  step.typeId === STEP.logicBranch
    ? step.options.Conditions.flatMap(({ CustomFieldId }) => (CustomFieldId ? [CustomFieldId] : []))
    : []
