import type {
  WorkflowBranchOptions,
  WorkflowGotoOptions,
  WorkflowListOptions,
  WorkflowMoveOptions,
  WorkflowReminderOptions,
  WorkflowTagOptions,
  WorkflowWaitOptions,
  WorkflowWaitUntilOptions,
} from '#contract/work/workflows'
import { insufficientScope } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'

/** The types of steps, by their numbers in the contract. */
export const STEP = {
  wait: 1,
  waitUntil: 2,
  sendEmail: 3,
  createFollowUpReminder: 4,
  addToList: 5,
  removeFromList: 6,
  moveToList: 7,
  addTag: 8,
  logicBranch: 9,
  skipOrGoto: 10,
} as const

interface StepType {
  name: string
  description: string
}

/** In the order of the lookup. */
export const stepTypes: Readonly<Record<number, StepType>> = {
  [STEP.wait]: { name: 'Wait', description: 'Waits for a number of minutes, hours, days, weeks or months.' },
  [STEP.waitUntil]: { name: 'WaitUntil', description: 'Waits until a day, or the next such weekday, at a time.' },
  [STEP.sendEmail]: { name: 'SendEmail', description: 'Sends the contact an email by a template.' },
  [STEP.createFollowUpReminder]: {
    name: 'CreateFollowUpReminder',
    description: 'Creates a task about the contact.',
  },
  [STEP.addToList]: { name: 'AddToList', description: 'Adds the contact to groups.' },
  [STEP.removeFromList]: { name: 'RemoveFromList', description: 'Removes the contact from groups.' },
  [STEP.moveToList]: { name: 'MoveToList', description: 'Moves the contact from groups to other groups.' },
  [STEP.addTag]: { name: 'AddTag', description: 'Adds tags to the contact.' },
  [STEP.logicBranch]: {
    name: 'LogicBranch',
    description: 'Checks conditions of the contact and continues in the yes or the no lane.',
  },
  [STEP.skipOrGoto]: { name: 'SkipOrGotoStep', description: 'Skips steps, or continues with another step.' },
}

/** The stored options of a SendEmail step: its template, and the fields that override those of the template. */
export interface EmailOptions {
  Subject: string | null
  FromDisplayName: string | null
  ReplyToEmailAddress: string | null
  SignatureId: number | null
  /** 1 plain, written within the tenant's layout; 2 designed, sent unchanged. */
  TemplateTypeId: 1 | 2
  TemplateId: number
}

/** The options of a step, discriminated by its type. */
export type StepOptions =
  | { typeId: typeof STEP.wait; options: NonNullable<WorkflowWaitOptions> }
  | { typeId: typeof STEP.waitUntil; options: NonNullable<WorkflowWaitUntilOptions> }
  | { typeId: typeof STEP.sendEmail; options: EmailOptions }
  | { typeId: typeof STEP.createFollowUpReminder; options: NonNullable<WorkflowReminderOptions> }
  | { typeId: typeof STEP.addToList; options: NonNullable<WorkflowListOptions> }
  | { typeId: typeof STEP.removeFromList; options: NonNullable<WorkflowListOptions> }
  | { typeId: typeof STEP.moveToList; options: NonNullable<WorkflowMoveOptions> }
  | { typeId: typeof STEP.addTag; options: NonNullable<WorkflowTagOptions> }
  | { typeId: typeof STEP.logicBranch; options: NonNullable<WorkflowBranchOptions> }
  | { typeId: typeof STEP.skipOrGoto; options: NonNullable<WorkflowGotoOptions> }

export type StepTypeId = StepOptions['typeId']

export type Step = StepOptions & {
  id: number
  auditId: number
  workflowId: number
  /** The branch whose lane contains the step; null: the main lane. */
  logicStepId: number | null
  isInverse: boolean
  /** Position in its lane, from 1. */
  position: number
  isActive: boolean
}

export type StepOf<T extends StepTypeId> = Extract<Step, { typeId: T }>

/** Returns the groups that a step references. */
export const groupIdsOf = (step: StepOptions): number[] => {
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

/** Returns the mail template that a step sends. */
export const templateIdsOf = (step: StepOptions): number[] =>
  step.typeId === STEP.sendEmail ? [step.options.TemplateId] : []

/** Returns the mail signature of an email. */
export const signatureIdsOf = (step: StepOptions): number[] =>
  step.typeId === STEP.sendEmail && step.options.SignatureId ? [step.options.SignatureId] : []

/** Returns the custom fields on which a branch has conditions. */
export const fieldIdsOf = (step: StepOptions): number[] =>
  step.typeId === STEP.logicBranch
    ? step.options.Conditions.flatMap(({ CustomFieldId }) => (CustomFieldId ? [CustomFieldId] : []))
    : []

/** Returns the type of the task that a step creates; none if it is the built-in one. */
export const taskTypeIdsOf = (step: StepOptions): number[] =>
  step.typeId === STEP.createFollowUpReminder && step.options.TaskTypeId ? [step.options.TaskTypeId] : []

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

/** Returns whether the caller may do itself what these steps do. */
export const canPerform = (scope: Grants, steps: readonly Performed[]): boolean =>
  missingStep(scope, steps) === undefined

/** @throws 403 insufficient-scope if the caller may not do itself what these steps do. */
export const requireCanPerform = (scope: Grants, steps: readonly Performed[]): void => {
  const missing = missingStep(scope, steps)
  if (!missing) return
  const { typeId, needed } = missing
  throw insufficientScope(needed, `A step of the type ${stepTypes[typeId]?.name} requires the scope ${needed}.`)
}

/**
 * Refuses a change of an active workflow, which changes for which contacts its steps are done, to callers without the
 * scopes of all of them.
 */
export const requireCanChange = (
  scope: Grants,
  { isActive }: { isActive: boolean },
  steps: readonly (Performed & { isActive: boolean })[],
): void => {
  if (isActive) requireCanPerform(scope, listActiveSteps(steps))
}

/** Returns the steps that a run does. */
export const listActiveSteps = <S extends { isActive: boolean }>(steps: readonly S[]): S[] =>
  steps.filter(({ isActive }) => isActive)
