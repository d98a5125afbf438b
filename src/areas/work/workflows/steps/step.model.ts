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
import type { STEP } from './step-types.ts'

/** What a SendEmail step keeps: its template, and what differs from that. */
export interface EmailOptions {
  Subject: string | null
  FromDisplayName: string | null
  ReplyToEmailAddress: string | null
  /** 1 plain, written within the tenant's layout; 2 designed, sent as it is. */
  TemplateTypeId: 1 | 2
  TemplateId: number
}

/** A step's options, told apart by its type. */
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

/** A step as rules and engine see it. */
export type Step = StepOptions & {
  id: number
  auditId: number
  workflowId: number
  /** The branch in whose lane it is; null: the main lane. */
  logicStepId: number | null
  isInverse: boolean
  /** Place in its lane, from 1. */
  position: number
  isActive: boolean
}
