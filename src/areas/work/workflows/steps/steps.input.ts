import { isDeepStrictEqual } from 'node:util'
import type { WorkflowCondition, WorkflowGotoOptions, WorkflowStepInput } from '#contract/work/workflows'
import { isId } from '#kernel/database/ids'
import { foldedWords } from '#kernel/text/fold'
import { isVisible } from '#kernel/text/one-line'
import type { WorkflowFaults } from '../faults.input.ts'
import type { EmailOptions, Step, StepOptions } from './step.model.ts'
import { STEP } from './step-types.ts'

/** The part of the input that holds a type's options, and the contract's name of its shape. */
export const optionParts = {
  [STEP.wait]: { part: 'WaitOptions', shape: 'WorkflowWaitOptions' },
  [STEP.waitUntil]: { part: 'WaitUntilOptions', shape: 'WorkflowWaitUntilOptions' },
  [STEP.sendEmail]: { part: 'SendEmailStepOptions', shape: 'WorkflowSendEmailOptions' },
  [STEP.createFollowUpReminder]: { part: 'CreateFollowUpReminderOptions', shape: 'WorkflowReminderOptions' },
  [STEP.addToList]: { part: 'AddToListOptions', shape: 'WorkflowListOptions' },
  [STEP.removeFromList]: { part: 'RemoveFromListOptions', shape: 'WorkflowListOptions' },
  [STEP.moveToList]: { part: 'MoveToListOptions', shape: 'WorkflowMoveOptions' },
  [STEP.addTag]: { part: 'AddTagOptions', shape: 'WorkflowTagOptions' },
  [STEP.logicBranch]: { part: 'LogicBranchOptions', shape: 'WorkflowBranchOptions' },
  [STEP.skipOrGoto]: { part: 'SkipOrGotoStepOptions', shape: 'WorkflowGotoOptions' },
} as const

export type StepTypeId = keyof typeof optionParts

/** Reads StepOptionsJson into the named shape; throws 400 where it does not hold it. */
export type ReadOptionsJson = (text: string, shape: string) => object

/** The type that is asked for; undefined where nothing is said. Two that differ are a fault. */
export const readTypeId = (input: WorkflowStepInput, faults: WorkflowFaults): StepTypeId | undefined => {
  const { SystemStepTypeId: system, WorkflowStepTypeId: own } = input
  if (system && own && system !== own) faults.add('/WorkflowStepTypeId', 'differs from SystemStepTypeId')
  return system || own ? (Number(system || own) as StepTypeId) : undefined
}

/**
 * The options of a step as they are kept, from the object of its type, else from StepOptionsJson, else as they were.
 * Checks what they say on their own; what they refer to is checked against the database (assertReferences).
 */
export const readOptions = (
  typeId: StepTypeId,
  input: WorkflowStepInput,
  current: Step | undefined,
  readJson: ReadOptionsJson,
  faults: WorkflowFaults,
): StepOptions => {
  const { part, shape } = optionParts[typeId]
  const json = input[part] === undefined && input.StepOptionsJson ? readJson(input.StepOptionsJson, shape) : undefined
  const before = current?.typeId === typeId ? current.options : undefined
  const sent = input[part] === undefined ? json : input[part]
  if (typeId === STEP.sendEmail) return readEmail(input, (sent ?? {}) as object, before as EmailOptions, faults)
  const options = sent === undefined ? before : sent
  if (!options) {
    faults.add(`/${part}`, 'is needed for a step of this type')
    return { typeId, options: {} } as never
  }
  const read = inForm({ typeId, options } as StepOptions)
  // What it had before stays good: a goto whose target was deleted has none.
  if (!isDeepStrictEqual(read.options, before)) checkAlone(read, `/${part}`, faults)
  return read
}

/** What may be left out or written in several ways, in the one form that steps are done by. */
const inForm = (step: StepOptions): StepOptions => {
  if (step.typeId === STEP.waitUntil && step.options.Date)
    return { ...step, options: { ...step.options, Date: step.options.Date.slice(0, DAY_LENGTH) } }
  if (step.typeId === STEP.createFollowUpReminder)
    return { ...step, options: { ...step.options, DueInDays: step.options.DueInDays ?? 0 } }
  return step
}

/** YYYY-MM-DD: a time behind it counts for nothing, Time says that. */
const DAY_LENGTH = 10

const readEmail = (
  input: WorkflowStepInput,
  sent: object,
  before: EmailOptions | undefined,
  faults: WorkflowFaults,
): StepOptions => {
  const json = sent as Partial<EmailOptions>
  const kind = Number(input.TemplateTypeId ?? json.TemplateTypeId ?? before?.TemplateTypeId ?? 1) as 1 | 2
  const place = kind === 1 ? 'EmailTemplateId' : 'EmailDesignerTemplateId'
  const kept = before?.TemplateTypeId === kind ? before.TemplateId : 0
  const TemplateId = Number(input[place] ?? json.TemplateId ?? kept)
  if (TemplateId === 0) faults.add(`/${place}`, 'is needed for an email of this kind')
  const {
    Subject = null,
    FromDisplayName = null,
    ReplyToEmailAddress = null,
  } = {
    ...(input.SendEmailStepOptions === undefined && before),
    ...sent,
  } as Partial<EmailOptions>
  return {
    typeId: STEP.sendEmail,
    options: { TemplateTypeId: kind, TemplateId, Subject, FromDisplayName, ReplyToEmailAddress },
  }
}

const checkAlone = (step: StepOptions, place: string, faults: WorkflowFaults): void => {
  switch (step.typeId) {
    case STEP.waitUntil:
      if (!step.options.Date === !step.options.Weekday) faults.add(place, 'needs a Date or a Weekday, and not both')
      break
    case STEP.createFollowUpReminder:
      if (!isVisible(step.options.Name)) faults.add(`${place}/Name`, 'must not be blank')
      break
    case STEP.addTag:
      for (const [at, tag] of step.options.Tags.entries())
        if (foldedWords(tag).length === 0) faults.add(`${place}/Tags/${at}`, 'must hold a letter or a digit')
      break
    case STEP.moveToList:
      for (const [at, id] of step.options.ToGroupIds.entries())
        if (step.options.FromGroupIds?.includes(id)) faults.add(`${place}/ToGroupIds/${at}`, 'is in FromGroupIds, too')
      break
    case STEP.logicBranch:
      checkConditions(step.options.Conditions, place, faults)
      break
    case STEP.skipOrGoto:
      checkGoto(step.options, place, faults)
      break
    default:
  }
}

const checkGoto = (
  { Action, StepsToSkip, TargetStepId }: NonNullable<WorkflowGotoOptions>,
  place: string,
  faults: WorkflowFaults,
): void => {
  if (Action === 'skip' && !StepsToSkip) faults.add(`${place}/StepsToSkip`, 'is needed to skip')
  if (Action === 'goto' && !TargetStepId) faults.add(`${place}/TargetStepId`, 'is needed to go to a step')
}

/** What the values of conditions look like, by their types. */
const VALUES: Partial<Record<WorkflowCondition['Type'], { isGood: (value: string) => boolean; message: string }>> = {
  inGroup: { isGood: isId, message: 'must be the id of a group' },
  hasTag: { isGood: (name) => foldedWords(name).length > 0, message: 'must be the name of a tag' },
  membershipStatus: {
    isGood: (bits) => /^[1-9]\d?$/.test(bits) && Number(bits) <= 63,
    message: 'must be a sum of bits of MembershipStatusTypeId, from 1 to 63',
  },
  emailOpened: { isGood: isId, message: 'must be the id of an email step' },
  emailClicked: { isGood: isId, message: 'must be the id of an email step' },
}

const checkConditions = (conditions: readonly WorkflowCondition[], place: string, faults: WorkflowFaults): void => {
  for (const [at, { Type, Operator, Value }] of conditions.entries()) {
    const pointer = `${place}/Conditions/${at}`
    const wanted = VALUES[Type]
    if (wanted && !wanted.isGood(Value ?? '')) faults.add(`${pointer}/Value`, wanted.message)
    if (wanted && Operator && Operator !== 'eq' && Operator !== 'ne')
      faults.add(`${pointer}/Operator`, 'must be eq or ne for this type')
  }
}
