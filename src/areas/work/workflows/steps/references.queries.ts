import { isOwnSignature } from '#areas/people/signatures/signatures.queries'
import { requireFollowUp } from '#areas/work/tasks/follow-ups/follow-ups.service'
import type { WorkflowCondition } from '#contract/work/workflows'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, insufficientScope } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Board } from './board.model.ts'
import { type EmailOptions, groupIdsOf, STEP, type Step, type StepOptions, signatureIdsOf } from './step.model.ts'
import { optionParts } from './steps.input.ts'

interface ReferenceContext {
  scope: Scope
  tx: Transaction
  /** The steps of the workflow, which the step can reference. */
  board: Board
  /** The step before the save; undefined for a new one. */
  current: Step | undefined
}

/** @throws 422 `unknown-reference` with every id that does not reference a record of the tenant; `type-inactive`. */
export const requireReferences = async (context: ReferenceContext, step: StepOptions): Promise<void> => {
  const pointer = `/${optionParts[step.typeId].part}`
  const faults = [...(await groupFaults(context, step, pointer)), ...(await otherFaults(context, step, pointer))]
  if (faults.length > 0) throw unknownReferences(faults)
}

const groupFaults = async ({ tx, scope }: ReferenceContext, step: StepOptions, pointer: string) => {
  const ids = groupIdsOf(step)
  if (ids.length === 0) return []
  const { tenantId } = scope.db
  const found = await tx.group.findMany({ where: { tenantId, id: { in: ids }, deletedAt: null }, select: { id: true } })
  const known = new Set(found.map(({ id }) => id))
  return groupPointers(step, pointer).flatMap((group): FieldFault[] =>
    known.has(group.id) ? [] : [referenceFault(group.pointer, 'group')],
  )
}

const groupPointers = (step: StepOptions, pointer: string): { id: number; pointer: string }[] => {
  const idsOf = (ids: readonly number[], part: string) =>
    ids.map((id, at) => ({ id, pointer: `${pointer}/${part}/${at}` }))
  switch (step.typeId) {
    case STEP.addToList:
    case STEP.removeFromList:
      return idsOf(step.options.GroupIds, 'GroupIds')
    case STEP.moveToList:
      return [
        ...idsOf(step.options.FromGroupIds ?? [], 'FromGroupIds'),
        ...idsOf(step.options.ToGroupIds, 'ToGroupIds'),
      ]
    case STEP.logicBranch:
      return step.options.Conditions.flatMap(({ Type, Value }, at) =>
        Type === 'inGroup' ? [{ id: Number(Value), pointer: `${pointer}/Conditions/${at}/Value` }] : [],
      )
    default:
      return []
  }
}

const otherFaults = async (context: ReferenceContext, step: StepOptions, pointer: string): Promise<FieldFault[]> => {
  const { tx, scope, board } = context
  switch (step.typeId) {
    case STEP.sendEmail:
      return [...(await templateFaults(context, step.options)), ...(await signatureFaults(context, step, pointer))]
    case STEP.createFollowUpReminder: {
      const { AssignedToContactId: assigneeId, TaskTypeId: typeId } = step.options
      await requireFollowUp(scope, tx, { assigneeId, typeId }, pointer)
      return []
    }
    case STEP.skipOrGoto: {
      const { Action, TargetStepId } = step.options
      if (Action !== 'goto' || board.step(TargetStepId ?? null)) return []
      return [referenceFault(`${pointer}/TargetStepId`, 'step of the workflow')]
    }
    case STEP.logicBranch:
      requireConditionScopes(context, step)
      return conditionFaults(context, step.options.Conditions, pointer)
    default:
      return []
  }
}

const templateFaults = async (
  { tx, scope }: ReferenceContext,
  { TemplateTypeId, TemplateId: id }: EmailOptions,
): Promise<FieldFault[]> => {
  const where = { tenantId: scope.db.tenantId, id, key: null, isDesigned: TemplateTypeId === 2 }
  if (id <= MAX_ID && (await tx.mailTemplate.findFirst({ where, select: { id: true } }))) return []
  const field = TemplateTypeId === 1 ? 'EmailTemplateId' : 'EmailDesignerTemplateId'
  return [referenceFault(`/${field}`, 'template of this kind')]
}

/**
 * Returns the faults of signatures. Callers use only their own, which no other caller can read; a step keeps the one
 * that it has.
 */
const signatureFaults = async (
  { tx, scope, current }: ReferenceContext,
  step: StepOptions,
  pointer: string,
): Promise<FieldFault[]> => {
  const [id] = signatureIdsOf(step)
  if (id === undefined || (current && signatureIdsOf(current).includes(id))) return []
  if (!hasGrant(scope, 'signatures:read'))
    throw insufficientScope('signatures:read', 'A new signature of a step requires the scope signatures:read.')
  return (await isOwnSignature(scope, tx, id)) ? [] : [referenceFault(`${pointer}/SignatureId`, 'signature of yours')]
}

/** The conditions that show records of other areas, the scope to read these, and their name. */
const SCOPED_CONDITIONS = [
  { type: 'invoiceState', needed: 'books:read', what: 'invoices' },
  { type: 'sponsorState', needed: 'sponsorships:read', what: 'sponsorships' },
  { type: 'orderState', needed: 'store:read', what: 'orders' },
  { type: 'orderAmount', needed: 'store:read', what: 'orders' },
  { type: 'registrationState', needed: 'event-registrations:read', what: 'registrations' },
] as const

const hasCondition = (step: StepOptions, type: WorkflowCondition['Type']): boolean =>
  step.typeId === STEP.logicBranch && step.options.Conditions.some(({ Type }) => Type === type)

/**
 * Refuses conditions that show which contacts owe invoices, sponsor, buy or register to callers without the scopes of
 * these. A condition that the step has already stays.
 *
 * @throws 403 insufficient-scope.
 */
const requireConditionScopes = ({ scope, current }: ReferenceContext, step: StepOptions): void => {
  for (const { type, needed, what } of SCOPED_CONDITIONS) {
    if (!hasCondition(step, type) || (current && hasCondition(current, type)) || hasGrant(scope, needed)) continue
    throw insufficientScope(needed, `A new condition on ${what} requires the scope ${needed}.`)
  }
}

const conditionFaults = async (
  { tx, scope, board }: ReferenceContext,
  conditions: readonly WorkflowCondition[],
  parent: string,
): Promise<FieldFault[]> => {
  const ids = conditions.flatMap(({ CustomFieldId }) => (CustomFieldId ? [CustomFieldId] : []))
  const found = await tx.customField.findMany({
    where: { tenantId: scope.db.tenantId, id: { in: ids }, deletedAt: null, objectTypeId: { in: [1, 2, 3] } },
    select: { id: true },
  })
  const fields = new Set(found.map(({ id }) => id))
  return conditions.flatMap(({ Type, Value, CustomFieldId }, at): FieldFault[] => {
    const pointer = `${parent}/Conditions/${at}`
    if (Type === 'customField' && !fields.has(CustomFieldId ?? 0))
      return [referenceFault(`${pointer}/CustomFieldId`, 'custom field of contacts')]
    const isMail = Type === 'emailOpened' || Type === 'emailClicked'
    if (isMail && board.step(Number(Value))?.typeId !== STEP.sendEmail)
      return [referenceFault(`${pointer}/Value`, 'email step of the workflow')]
    return []
  })
}
