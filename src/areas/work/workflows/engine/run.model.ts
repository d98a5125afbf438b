import type { Step } from '../steps/step.model.ts'

/** A run under way, with what steps need to know of its contact. */
export interface Traveller {
  runId: number
  contactId: number
  rotation: number
  /** The groups that it came by. */
  sourceIds: number[]
  name: string
  firstName: string | null
  emailAddress: string | null
  isDeleted: boolean
  stepId: number
  visit: number
  isWaiting: boolean
  arrivedAt: Date
  /** How often the run has come to each step, by the step's id as text. */
  visits: Record<string, number>
}

/** What became of a step for one contact. */
export type StepResult =
  | { state: 'done' | 'skipped' | 'failed'; outcome?: string; next: Step | undefined }
  /** It stays at the step until then. */
  | { state: 'waiting'; dueAt: Date }
  /** The run ends here. */
  | { state: 'ended'; reason: string }

/** A line of a contact's log. */
export interface StepLog {
  run_id: number
  step_id: number
  /** Kept, since the step may be made another. */
  type_id: Step['typeId']
  visit: number
  state: 'waiting' | 'done' | 'skipped' | 'failed'
  outcome: string | null
  arrived_at: Date
  done_at: Date | null
}

/** Where a run stands behind a batch. */
export type Standing =
  | { state: 'active'; stepId: number; visit: number; isWaiting: boolean; arrivedAt: Date; dueAt: Date }
  | { state: 'completed' | 'optedout' | 'failed'; reason: string | null }
