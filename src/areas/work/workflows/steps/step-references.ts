import { assertFollowUp } from '#areas/work/tasks/follow-ups/follow-ups.service'
import type { WorkflowCondition } from '#contract/work/workflows'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Board } from './board.ts'
import { optionParts } from './read-step.ts'
import { groupIds } from './step-names.queries.ts'
import type { Step, StepOptions } from './step-options.ts'
import { STEP } from './step-types.ts'

/** Looks for what the options of a step refer to. */
export interface ReferenceContext {
  scope: Scope
  tx: Transaction
  /** The steps of the workflow, those it may refer to. */
  board: Board
}

/** @throws 422 unknown-reference naming each id that means no record of the tenant; type-inactive. */
export const assertReferences = async (context: ReferenceContext, step: StepOptions): Promise<void> => {
  const place = `/${optionParts[step.typeId].part}`
  const errors = [...(await groupFaults(context, step, place)), ...(await otherFaults(context, step, place))]
  if (errors.length > 0)
    throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
}

const groupFaults = async ({ tx, scope }: ReferenceContext, step: StepOptions, place: string) => {
  const ids = groupIds(step as Step)
  if (ids.length === 0) return []
  const { tenantId } = scope.db
  const found = await tx.group.findMany({ where: { tenantId, id: { in: ids }, deletedAt: null }, select: { id: true } })
  const known = new Set(found.map(({ id }) => id))
  return placesOfGroups(step, place).flatMap(({ id, pointer }): FieldFault[] =>
    known.has(id) ? [] : [{ pointer, message: 'names no group' }],
  )
}

const placesOfGroups = (step: StepOptions, place: string): { id: number; pointer: string }[] => {
  const named = (ids: readonly number[], part: string) =>
    ids.map((id, at) => ({ id, pointer: `${place}/${part}/${at}` }))
  switch (step.typeId) {
    case STEP.addToList:
    case STEP.removeFromList:
      return named(step.options.GroupIds, 'GroupIds')
    case STEP.moveToList:
      return [
        ...named(step.options.FromGroupIds ?? [], 'FromGroupIds'),
        ...named(step.options.ToGroupIds, 'ToGroupIds'),
      ]
    case STEP.logicBranch:
      return step.options.Conditions.flatMap(({ Type, Value }, at) =>
        Type === 'inGroup' ? [{ id: Number(Value), pointer: `${place}/Conditions/${at}/Value` }] : [],
      )
    default:
      return []
  }
}

const otherFaults = async (context: ReferenceContext, step: StepOptions, place: string): Promise<FieldFault[]> => {
  const { tx, scope, board } = context
  switch (step.typeId) {
    case STEP.sendEmail: {
      const { TemplateTypeId, TemplateId: id } = step.options
      const where = { tenantId: scope.db.tenantId, id, key: null, isDesigned: TemplateTypeId === 2 }
      if (id <= MAX_ID && (await tx.mailTemplate.findFirst({ where, select: { id: true } }))) return []
      const field = TemplateTypeId === 1 ? 'EmailTemplateId' : 'EmailDesignerTemplateId'
      return [{ pointer: `/${field}`, message: 'names no template of that kind' }]
    }
    case STEP.createFollowUpReminder: {
      const { AssignedToContactId: assigneeId, TaskTypeId: typeId } = step.options
      await assertFollowUp(scope, tx, { assigneeId, typeId }, place)
      return []
    }
    case STEP.skipOrGoto: {
      const { Action, TargetStepId } = step.options
      if (Action !== 'goto' || board.step(TargetStepId ?? null)) return []
      return [{ pointer: `${place}/TargetStepId`, message: 'names no step of the workflow' }]
    }
    case STEP.logicBranch:
      return conditionFaults(context, step.options.Conditions, place)
    default:
      return []
  }
}

const conditionFaults = async (
  { tx, scope, board }: ReferenceContext,
  conditions: readonly WorkflowCondition[],
  place: string,
): Promise<FieldFault[]> => {
  const ids = conditions.flatMap(({ CustomFieldId }) => (CustomFieldId ? [CustomFieldId] : []))
  const found = await tx.customField.findMany({
    where: { tenantId: scope.db.tenantId, id: { in: ids }, deletedAt: null, objectTypeId: { in: [1, 2, 3] } },
    select: { id: true },
  })
  const fields = new Set(found.map(({ id }) => id))
  return conditions.flatMap(({ Type, Value, CustomFieldId }, at): FieldFault[] => {
    const pointer = `${place}/Conditions/${at}`
    if (Type === 'customField' && !fields.has(CustomFieldId ?? 0))
      return [{ pointer: `${pointer}/CustomFieldId`, message: 'names no custom field of contacts' }]
    const isMail = Type === 'emailOpened' || Type === 'emailClicked'
    if (isMail && board.step(Number(Value))?.typeId !== STEP.sendEmail)
      return [{ pointer: `${pointer}/Value`, message: 'names no email step of the workflow' }]
    return []
  })
}
