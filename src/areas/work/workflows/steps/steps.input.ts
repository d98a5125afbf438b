import { isDeepStrictEqual } from 'node:util'
import { ORDER_STATES } from '#areas/commerce/buying/orders/orders.listing'
import { SPONSOR_STATES } from '#areas/commerce/sponsorships/sponsors/sponsors.listing'
import { REGISTRATION_STATES } from '#areas/events/registrations/registration-statuses.listing'
import { INVOICE_STATES } from '#areas/finance/books/receivables/receivables.listing'
import type { WorkflowCondition, WorkflowGotoOptions, WorkflowStepInput } from '#contract/work/workflows'
import { isId } from '#kernel/database/ids'
import { foldedWords } from '#kernel/text/fold'
import { isVisible } from '#kernel/text/one-line'
import type { ParseJson, WorkflowFaults } from '../workflows.input.ts'
import type { Board } from './board.model.ts'
import { positionOf, type StepPosition } from './board.model.ts'
import { type EmailOptions, STEP, type Step, type StepOptions, type StepTypeId } from './step.model.ts'

/** The field that contains the options of a type, and the name of its shape in the contract. */
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

/**
 * Parses the type and the options of a step. A field that is left out keeps its value. Adds the faults of the fields.
 *
 * @throws 422 `workflow-rule` if a new step has no type.
 */
export const parseStep = (
  input: WorkflowStepInput,
  current: Step | undefined,
  parseJson: ParseJson,
  faults: WorkflowFaults,
): StepOptions => {
  const typeId = parseTypeId(input, faults) ?? current?.typeId
  if (typeId) return parseOptions(typeId, input, current, parseJson, faults)
  faults.add('/SystemStepTypeId', 'is required for a new step')
  throw faults.problem()
}

/** Parses the position of a step. A field that is left out keeps its value; in another lane the step becomes the first. */
export const parsePosition = (input: WorkflowStepInput, board: Board, current: Step | undefined): StepPosition => {
  const before = current && positionOf(board, current)
  const idOf = (text: string | null) => Number(text) || null
  const logicStepId = input.LogicStepId === undefined ? (before?.logicStepId ?? null) : idOf(input.LogicStepId)
  const isInverse = logicStepId !== null && (input.IsInverseLogic ?? before?.isInverse ?? false)
  const isSameLane = before?.logicStepId === logicStepId && before.isInverse === isInverse
  const kept = isSameLane ? before.previousStepId : null
  const previousStepId = input.PreviousStepId === undefined ? kept : idOf(input.PreviousStepId)
  return { logicStepId, isInverse, previousStepId }
}

/** Parses the requested type; undefined if none is sent. */
const parseTypeId = (input: WorkflowStepInput, faults: WorkflowFaults): StepTypeId | undefined => {
  const { SystemStepTypeId: system, WorkflowStepTypeId: own } = input
  if (system && own && system !== own) faults.add('/WorkflowStepTypeId', 'must equal SystemStepTypeId')
  return system || own ? (Number(system || own) as StepTypeId) : undefined
}

/**
 * Parses the options from the object of the type, otherwise from StepOptionsJson, otherwise keeps the stored ones.
 * Validates the values; requireReferences validates the references against the database.
 */
const parseOptions = (
  typeId: StepTypeId,
  input: WorkflowStepInput,
  current: Step | undefined,
  parseJson: ParseJson,
  faults: WorkflowFaults,
): StepOptions => {
  const { part, shape } = optionParts[typeId]
  const json = input[part] === undefined && input.StepOptionsJson ? parseJson(input.StepOptionsJson, shape) : undefined
  const before = current?.typeId === typeId ? current.options : undefined
  const sent = input[part] === undefined ? json : input[part]
  if (typeId === STEP.sendEmail) return parseEmail(input, (sent ?? {}) as object, before as EmailOptions, faults)
  const options = sent === undefined ? before : sent
  if (!options) {
    faults.add(`/${part}`, 'is required for a step of this type')
    return { typeId, options: {} } as never
  }
  const parsed = normalize({ typeId, options } as StepOptions)
  // Stored options stay valid: a goto whose target was deleted has none.
  if (!isDeepStrictEqual(parsed.options, before)) checkOptions(parsed, `/${part}`, faults)
  return parsed
}

/** Brings options that have several notations into the one that actions use. */
const normalize = (step: StepOptions): StepOptions => {
  if (step.typeId === STEP.waitUntil && step.options.Date)
    return { ...step, options: { ...step.options, Date: step.options.Date.slice(0, DAY_LENGTH) } }
  if (step.typeId === STEP.createFollowUpReminder)
    return { ...step, options: { ...step.options, DueInDays: step.options.DueInDays ?? 0 } }
  return step
}

/** YYYY-MM-DD; a time after it is ignored, because the field Time states it. */
const DAY_LENGTH = 10

const parseEmail = (
  input: WorkflowStepInput,
  sent: object,
  before: EmailOptions | undefined,
  faults: WorkflowFaults,
): StepOptions => {
  const json = sent as Partial<EmailOptions>
  const kind = Number(input.TemplateTypeId ?? json.TemplateTypeId ?? before?.TemplateTypeId ?? 1) as 1 | 2
  const field = kind === 1 ? 'EmailTemplateId' : 'EmailDesignerTemplateId'
  const kept = before?.TemplateTypeId === kind ? before.TemplateId : 0
  const TemplateId = Number(input[field] ?? json.TemplateId ?? kept)
  if (TemplateId === 0) faults.add(`/${field}`, 'is required for an email of this kind')
  const {
    Subject = null,
    FromDisplayName = null,
    ReplyToEmailAddress = null,
    SignatureId = null,
  } = {
    ...(input.SendEmailStepOptions === undefined && before),
    ...sent,
  } as Partial<EmailOptions>
  return {
    typeId: STEP.sendEmail,
    options: { TemplateTypeId: kind, TemplateId, Subject, FromDisplayName, ReplyToEmailAddress, SignatureId },
  }
}

const checkOptions = (step: StepOptions, pointer: string, faults: WorkflowFaults): void => {
  switch (step.typeId) {
    case STEP.waitUntil:
      if (!step.options.Date === !step.options.Weekday) faults.add(pointer, 'must have either a Date or a Weekday')
      break
    case STEP.createFollowUpReminder:
      if (!isVisible(step.options.Name)) faults.add(`${pointer}/Name`, 'must not be blank')
      break
    case STEP.addTag:
      for (const [at, tag] of step.options.Tags.entries())
        if (foldedWords(tag).length === 0) faults.add(`${pointer}/Tags/${at}`, 'must contain a letter or a digit')
      break
    case STEP.moveToList:
      for (const [at, id] of step.options.ToGroupIds.entries())
        if (step.options.FromGroupIds?.includes(id))
          faults.add(`${pointer}/ToGroupIds/${at}`, 'must not be in FromGroupIds')
      break
    case STEP.logicBranch:
      checkConditions(step.options.Conditions, pointer, faults)
      break
    case STEP.skipOrGoto:
      checkGoto(step.options, pointer, faults)
      break
    default:
  }
}

const checkGoto = (
  { Action, StepsToSkip, TargetStepId }: NonNullable<WorkflowGotoOptions>,
  pointer: string,
  faults: WorkflowFaults,
): void => {
  if (Action === 'skip' && !StepsToSkip) faults.add(`${pointer}/StepsToSkip`, 'is required for the action skip')
  if (Action === 'goto' && !TargetStepId) faults.add(`${pointer}/TargetStepId`, 'is required for the action goto')
}

/** The valid values of conditions, by type. */
const VALUES: Partial<Record<WorkflowCondition['Type'], { isValid: (value: string) => boolean; message: string }>> = {
  inGroup: { isValid: isId, message: 'must be the id of a group' },
  hasTag: { isValid: (name) => foldedWords(name).length > 0, message: 'must be the name of a tag' },
  membershipStatus: {
    isValid: (bits) => /^[1-9]\d?$/.test(bits) && Number(bits) <= 63,
    message: 'must be a sum of bits of MembershipStatusTypeId, from 1 to 63',
  },
  emailOpened: { isValid: isId, message: 'must be the id of an email step' },
  emailClicked: { isValid: isId, message: 'must be the id of an email step' },
  invoiceState: {
    isValid: (state) => INVOICE_STATES.includes(state),
    message: `must be one of ${INVOICE_STATES.join(', ')}`,
  },
  sponsorState: {
    isValid: (state) => SPONSOR_STATES.includes(state),
    message: `must be one of ${SPONSOR_STATES.join(', ')}`,
  },
  orderState: {
    isValid: (state) => ORDER_STATES.includes(state),
    message: `must be one of ${ORDER_STATES.join(', ')}`,
  },
  registrationState: {
    isValid: (state) => REGISTRATION_STATES.includes(state),
    message: `must be one of ${REGISTRATION_STATES.join(', ')}`,
  },
  orderAmount: {
    isValid: (amount) => /^\d{1,10}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0,
    message: 'must be an amount greater than 0, with at most two decimals',
  },
}

const checkConditions = (conditions: readonly WorkflowCondition[], parent: string, faults: WorkflowFaults): void => {
  for (const [at, { Type, Operator, Value }] of conditions.entries()) {
    const pointer = `${parent}/Conditions/${at}`
    const valid = VALUES[Type]
    if (valid && !valid.isValid(Value ?? '')) faults.add(`${pointer}/Value`, valid.message)
    if (valid && Operator && Operator !== 'eq' && Operator !== 'ne')
      faults.add(`${pointer}/Operator`, 'must be eq or ne for this type')
  }
}
