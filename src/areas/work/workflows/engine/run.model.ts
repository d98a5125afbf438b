import type { Step } from '../steps/step.model.ts'

/** A due run, with the data of its contact that steps need. */
export interface DueRun {
  runId: number
  contactId: number
  rotation: number
  /** The groups by which the contact entered. */
  sourceIds: number[]
  name: string
  firstName: string | null
  emailAddress: string | null
  isDeleted: boolean
  stepId: number
  visit: number
  isWaiting: boolean
  arrivedAt: Date
  /** The number of visits to each step, by the step's id. */
  visits: Record<number, number>
}

export type StepResult =
  | { state: 'done' | 'skipped'; outcome?: string; next: Step | undefined }
  /** The contact stays at the step until staff retries it. */
  | { state: 'failed'; outcome: string }
  /** The contact stays at the step until `dueAt`. */
  | { state: 'waiting'; dueAt: Date }
  /** The run ends at the step. */
  | { state: 'ended'; reason: string }

/** An entry of a contact's log. */
export interface StepLog {
  runId: number
  stepId: number
  /** Stored, because the type of the step can change later. */
  typeId: Step['typeId']
  visit: number
  state: 'waiting' | 'done' | 'skipped' | 'failed'
  outcome: string | null
  arrivedAt: Date
  doneAt: Date | null
}

/** The position of a run that is still active. */
export interface RunPosition {
  stepId: number
  visit: number
  isWaiting: boolean
  arrivedAt: Date
  dueAt: Date
}

export interface RunEnd {
  state: 'completed' | 'optedout' | 'removed' | 'failed'
  /** In words for staff; null if the run completed. */
  reason: string | null
}

/** A run that stays at a step that failed. */
export interface StepFailure {
  state: 'failed'
  stepId: number
  /** The visit that failed, which a retry repeats. */
  visit: number
  arrivedAt: Date
  reason: string
}

/** The state of a run after a batch. */
export type RunState = ({ state: 'active' } & RunPosition) | StepFailure | RunEnd
