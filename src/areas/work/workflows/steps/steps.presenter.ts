import type { WorkflowFlow } from '#contract/work/workflow-contacts'
import type {
  WorkflowPendingContact,
  WorkflowPendingStep,
  WorkflowStep,
  WorkflowStepBoard,
  WorkflowStepLookupItem,
  WorkflowStepSaveResult,
  WorkflowStepTypeLookupItem,
  WorkflowStepWarning,
} from '#contract/work/workflows'
import type { Board, Lane } from './board.model.ts'
import { Flow } from './flow.model.ts'
import { STEP, type Step, stepTypes, templateIdsOf } from './step.model.ts'
import { describeStep, type StepNames } from './step-description.model.ts'
import type { StepCounts } from './steps.sql.ts'

type TypeText = WorkflowStepSaveResult['WorkflowStepTypeId']

const idText = (id: number | null | undefined): string | null => (id ? String(id) : null)
const typeText = ({ typeId }: Step) => String(typeId) as TypeText
const previousId = (board: Board, step: Step): string | null => idText(board.laneOf(step)[step.position - 2]?.id)

/**
 * Returns the options as JSON text with the fields of their object only: the template of an email has its own fields.
 */
const optionsJson = (step: Step): string => {
  if (step.typeId !== STEP.sendEmail) return JSON.stringify(step.options)
  const { Subject, FromDisplayName, ReplyToEmailAddress, SignatureId } = step.options
  return JSON.stringify({ Subject, FromDisplayName, ReplyToEmailAddress, SignatureId })
}

/** Leaves out a deleted assignee or signature. */
const withoutDeleted = (step: Step, { deletedAssignees, signatures }: StepNames): Step => {
  if (step.typeId === STEP.createFollowUpReminder && deletedAssignees.has(step.options.AssignedToContactId ?? 0))
    return { ...step, options: { ...step.options, AssignedToContactId: null } }
  if (step.typeId === STEP.sendEmail && !signatures.has(step.options.SignatureId ?? 0))
    return { ...step, options: { ...step.options, SignatureId: null } }
  return step
}

const NO_CATEGORY: WorkflowStepWarning = {
  Code: 'no-unsubscribe-category',
  Message:
    'The template of the email has no category, so that recipients cannot unsubscribe. Give the template a category.',
}

const warningsOf = (step: Step, { templatesWithoutCategory }: StepNames): WorkflowStepWarning[] =>
  templateIdsOf(step).some((id) => templatesWithoutCategory.has(id)) ? [NO_CATEGORY] : []

/** Presents a step for editing. The object of its type contains the options; the other objects are null. */
export const presentStep = (stored: Step, board: Board, names: StepNames): WorkflowStep => {
  const step = withoutDeleted(stored, names)
  const email = step.typeId === STEP.sendEmail ? step.options : null
  return {
    WorkflowStepId: step.id,
    WorkflowId: step.workflowId,
    AuditId: step.auditId,
    PreviousStepId: previousId(board, step),
    LogicStepId: idText(step.logicStepId),
    SystemStepTypeId: typeText(step),
    StepOptionsJson: optionsJson(step),
    WorkflowStepTypeId: typeText(step),
    CachedDescription: describeStep(step, names),
    ...presentOptions(step),
    TemplateTypeId: email ? (String(email.TemplateTypeId) as '1' | '2') : null,
    EmailTemplateId: email?.TemplateTypeId === 1 ? idText(email.TemplateId) : null,
    EmailDesignerTemplateId: email?.TemplateTypeId === 2 ? idText(email.TemplateId) : null,
    TemplateId: idText(email?.TemplateId),
    TemplateName: email ? (names.templates.get(email.TemplateId) ?? null) : null,
    IsActive: step.isActive,
    IsInverseLogic: step.isInverse,
    Warnings: warningsOf(step, names),
  }
}

const presentOptions = (step: Step) => ({
  WaitOptions: step.typeId === STEP.wait ? step.options : null,
  WaitUntilOptions: step.typeId === STEP.waitUntil ? step.options : null,
  SendEmailStepOptions: step.typeId === STEP.sendEmail ? step.options : null,
  CreateFollowUpReminderOptions: step.typeId === STEP.createFollowUpReminder ? step.options : null,
  AddToListOptions: step.typeId === STEP.addToList ? step.options : null,
  RemoveFromListOptions: step.typeId === STEP.removeFromList ? step.options : null,
  MoveToListOptions: step.typeId === STEP.moveToList ? step.options : null,
  AddTagOptions: step.typeId === STEP.addTag ? step.options : null,
  LogicBranchOptions: step.typeId === STEP.logicBranch ? step.options : null,
  SkipOrGotoStepOptions: step.typeId === STEP.skipOrGoto ? step.options : null,
})

export const presentSaved = (step: Step, board: Board, names: StepNames, pending: number): WorkflowStepSaveResult => ({
  Pending: pending,
  WorkflowStepId: step.id,
  PreviousStepId: previousId(board, step),
  WorkflowId: step.workflowId,
  WorkflowStepTypeId: typeText(step),
  LogicStepId: idText(step.logicStepId),
  IsInverseLogic: step.isInverse,
  StepOptionsJson: optionsJson(withoutDeleted(step, names)),
  WorkflowStepType: stepTypes[step.typeId]?.name ?? null,
  CachedDescription: describeStep(step, names),
  IsActive: step.isActive,
  LogicChain: board
    .around(step)
    .reverse()
    .map(({ logicStepId, isInverse }) => ({ LogicStepId: logicStepId, IsInverseLogic: isInverse })),
  Warnings: warningsOf(step, names),
})

export const presentBoard = (
  board: Board,
  names: StepNames,
  pending: ReadonlyMap<number, number>,
): WorkflowStepBoard => ({
  Lanes: board.lanes().map((lane) => ({
    LogicStepId: lane.logicStepId,
    IsInverseLogic: lane.isInverse,
    Name: laneName(board, lane, names),
    Steps: lane.steps.map((step) => ({
      WorkflowStepId: step.id,
      AuditId: step.auditId,
      WorkflowStepTypeId: typeText(step),
      WorkflowStepType: stepTypes[step.typeId]?.name ?? null,
      CachedDescription: describeStep(step, names),
      Pending: pending.get(step.id) ?? 0,
      IsActive: step.isActive,
    })),
  })),
})

export const presentPending = (step: Step, contacts: WorkflowPendingContact[]): WorkflowPendingStep => ({
  WorkflowStepId: step.id,
  WorkflowId: step.workflowId,
  Contacts: contacts,
})

const laneName = (board: Board, { logicStepId, isInverse }: Lane, names: StepNames): string => {
  const branch = board.step(logicStepId)
  return branch ? `${describeStep(branch, names)}: ${isInverse ? 'no' : 'yes'}` : 'Main'
}

export const presentStepLookup = (board: Board, names: StepNames): WorkflowStepLookupItem[] =>
  board.inOrder().map((step, at) => ({
    Id: step.id,
    WorkflowStepId: step.id,
    Order: at + 1,
    PreviousStepId: previousId(board, step),
    Name: `${at + 1}. ${describeStep(step, names)}`,
  }))

export const presentStepTypes = (): WorkflowStepTypeLookupItem[] =>
  Object.entries(stepTypes).map(([id, { name, description }]) => ({
    WorkflowStepTypeId: Number(id) as WorkflowStepTypeLookupItem['WorkflowStepTypeId'],
    Name: name,
    CachedDescription: description,
  }))

/** @param counts of the steps at which contacts are. */
export const presentFlow = (
  workflowId: number,
  board: Board,
  names: StepNames,
  counts: ReadonlyMap<number, StepCounts>,
): WorkflowFlow => {
  const steps = board.inOrder()
  const flow = new Flow(steps)
  return {
    WorkflowId: workflowId,
    FirstStepId: flow.first()?.id ?? null,
    Steps: steps.map((step) => ({
      WorkflowStepId: step.id,
      Type: stepTypes[step.typeId]?.name ?? '',
      Description: describeStep(step, names),
      IsActive: step.isActive,
      ContactCount: counts.get(step.id)?.active ?? 0,
      FailedCount: counts.get(step.id)?.failed ?? 0,
      Next: flow.edgesOf(step).map(({ next, choice }) => ({ WorkflowStepId: next?.id ?? null, Choice: choice })),
    })),
  }
}
