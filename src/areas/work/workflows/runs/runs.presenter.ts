import type { WorkflowContactRun, WorkflowContactStep } from '#contract/work/workflow-contacts'
import { type Step, stepTypes } from '../steps/step.model.ts'
import { describeStep, type StepNames } from '../steps/step-description.model.ts'
import type { ContactRunRow, ContactStepRow } from './runs.sql.ts'

/** @param steps all steps of the workflow, deleted ones included: histories reference them. */
export const presentRuns = (
  runs: readonly ContactRunRow[],
  steps: readonly Step[],
  names: StepNames,
): WorkflowContactRun[] => {
  const current = new Map(steps.map((step) => [step.id, step]))
  return runs.map((run) => ({
    Rotation: run.rotation,
    State: run.state,
    EnteredDate: run.enteredDate,
    EndedDate: run.endedDate,
    EndReason: run.endReason,
    WorkflowStepId: run.stepId,
    PendingUntil: run.pendingUntil,
    Steps: run.steps.map((entry) => presentEntry(entry, nameOf(entry, current.get(entry.stepId), names))),
  }))
}

const presentEntry = (entry: ContactStepRow, name: string | null): WorkflowContactStep => ({
  WorkflowStepId: entry.stepId,
  Name: name,
  Visit: entry.visit,
  State: entry.state,
  Outcome: entry.outcome,
  ArrivedDate: entry.arrivedDate,
  DoneDate: entry.doneDate,
})

/** Returns the description of the step. Of a step that had another type then, only the name of that type is known. */
const nameOf = ({ typeId }: ContactStepRow, step: Step | undefined, names: StepNames): string | null => {
  if (typeId !== null && typeId !== step?.typeId) return stepTypes[typeId]?.name ?? null
  return step ? describeStep(step, names) : null
}
