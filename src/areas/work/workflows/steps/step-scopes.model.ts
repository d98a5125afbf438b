import { insufficientScope } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { STEP, type StepOptions, type StepTypeId, stepTypes } from './step.model.ts'

/**
 * The scope that each type of step requires: that of the operation which does the same for one contact. Workflows run as the
 * system, so the caller that saves or activates a step must have it. The consent page describes these scopes (rights.ts).
 */
const STEP_SCOPES: ReadonlyMap<StepTypeId, string> = new Map<StepTypeId, string>([
  [STEP.sendEmail, 'mail:write'],
  [STEP.createFollowUpReminder, 'tasks:write'],
  [STEP.addToList, 'groups:write'],
  [STEP.removeFromList, 'groups:write'],
  [STEP.moveToList, 'groups:write'],
  [STEP.addTag, 'contacts:write'],
])

type Grants = Pick<Scope, 'grants'>
type Performed = Pick<StepOptions, 'typeId'>

const missingStep = (scope: Grants, steps: readonly Performed[]) => {
  for (const { typeId } of steps) {
    const needed = STEP_SCOPES.get(typeId)
    if (needed !== undefined && !hasGrant(scope, needed)) return { typeId, needed }
  }
  return undefined
}

/** Whether the caller may do itself what these steps do. */
export const canPerform = (scope: Grants, steps: readonly Performed[]): boolean =>
  missingStep(scope, steps) === undefined

/** @throws 403 insufficient-scope if the caller may not do itself what these steps do. */
export const assertCanPerform = (scope: Grants, steps: readonly Performed[]): void => {
  const missing = missingStep(scope, steps)
  if (!missing) return
  const { typeId, needed } = missing
  throw insufficientScope(needed, `A step of the type ${stepTypes[typeId]?.name} requires the scope ${needed}.`)
}

/** A change of an active workflow changes for which contacts its steps are done, and so requires the scopes of all of them. */
export const assertCanChange = (
  scope: Grants,
  { isActive }: { isActive: boolean },
  steps: readonly (Performed & { isActive: boolean })[],
): void => {
  if (isActive) assertCanPerform(scope, activeSteps(steps))
}

/** The steps that a run does. */
export const activeSteps = <S extends { isActive: boolean }>(steps: readonly S[]): S[] =>
  steps.filter(({ isActive }) => isActive)
