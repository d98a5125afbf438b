import type { WorkflowBase, WorkflowEdit, WorkflowGeneral } from '#contract/work/workflows'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import type { Step } from './steps/step.model.ts'
import { canPerform, listActiveSteps } from './steps/step.model.ts'
import { settingsOf } from './workflows.model.ts'
import type { SourceRow, WorkflowCounts } from './workflows.sql.ts'

/** What decides whether a workflow can be copied and activated. */
interface WorkflowContent {
  sources: readonly Pick<SourceRow, 'IsAnti'>[]
  /** All steps, also inactive ones. */
  steps: readonly Step[]
}

const hasSource = ({ sources }: WorkflowContent): boolean => sources.some(({ IsAnti }) => !IsAnti)

const hasActiveStep = ({ steps }: WorkflowContent): boolean => listActiveSteps(steps).length > 0

/**
 * Returns the actions that this caller can do with a workflow now. Copying and activating require the scopes of its
 * steps, and activating a source and an active step.
 */
const workflowActions = (
  scope: Scope,
  { isActive }: Pick<Workflow, 'isActive'>,
  content: WorkflowContent,
): WorkflowBase['Actions'] => {
  if (!hasGrant(scope, 'workflows:write')) return []
  const copy = canPerform(scope, content.steps) ? (['copy'] as const) : []
  if (isActive) return ['edit', ...copy, 'deactivate']
  const isRunnable = hasSource(content) && hasActiveStep(content)
  const activate = isRunnable && canPerform(scope, listActiveSteps(content.steps)) ? (['activate'] as const) : []
  return ['edit', ...copy, ...activate, 'delete']
}

export const presentBase = (scope: Scope, workflow: Workflow, content: WorkflowContent): WorkflowBase => ({
  WorkflowId: workflow.id,
  AuditId: workflow.auditId,
  Name: workflow.name,
  Actions: workflowActions(scope, workflow, content),
})

/** Presents a new workflow with its defaults. */
export const presentUnsaved = (tenantId: number): WorkflowEdit => ({
  WorkflowId: 0,
  Name: null,
  Description: null,
  SystemScheduleTypeId: '1',
  DailyScheduleOptions: null,
  WeeklyScheduleOptions: null,
  WorkflowSources: [],
  IsActive: false,
  AllowRepeatedSteps: false,
  AllowReEntry: false,
  AuditId: 0,
  TenantId: tenantId,
  ScheduleOptionsJson: null,
})

/** The parts of the general shape of a workflow. */
export interface WorkflowParts extends WorkflowContent {
  workflow: Workflow
  sources: SourceRow[]
  counts: WorkflowCounts
}

export const presentGeneral = (scope: Scope, parts: WorkflowParts): WorkflowGeneral => {
  const { workflow, sources, counts } = parts
  return {
    ...settingsOf(workflow),
    Instruction: instruction(parts),
    WorkflowPosiSources: sources.filter(({ IsAnti }) => !IsAnti),
    WorkflowAntiSources: sources.filter(({ IsAnti }) => IsAnti),
    WidgetData: {
      NumberOfSteps: counts.steps,
      TotalParticipants: counts.participants,
      ActiveInProgram: counts.active,
      EarlyOptOuts: counts.early,
      CompletedProgram: counts.completed,
      Failed: counts.failed,
      PausedDate: workflow.pausedAt?.toISOString() ?? null,
      PausedReason: workflow.pausedReason,
      PausedStepId: workflow.pausedStepId,
    },
    Actions: workflowActions(scope, workflow, parts),
  }
}

/** States for staff what prevents the workflow from running; null if nothing does. */
const instruction = (parts: WorkflowParts): string | null => {
  const { pausedAt, pausedReason } = parts.workflow
  if (pausedAt)
    return `Paused: ${pausedReason} Fix the cause, switch the workflow on again, and retry the contacts that failed.`
  if (!hasSource(parts)) return 'Add a group that contacts enter by.'
  if (!hasActiveStep(parts)) return 'Add a step.'
  return null
}
