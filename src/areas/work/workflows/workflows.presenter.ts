import type { WorkflowBase, WorkflowEdit, WorkflowGeneral } from '#contract/work/workflows'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import { settingsOf } from './workflow-edit.model.ts'
import type { SourceRow, WorkflowCounts } from './workflows.sql.ts'

/** What a workflow needs so that it can be activated. */
interface Runnable {
  sources: readonly Pick<SourceRow, 'IsAnti'>[]
  hasActiveStep: boolean
}

const hasSource = ({ sources }: Runnable): boolean => sources.some(({ IsAnti }) => !IsAnti)

/** The actions that this caller can do with a workflow now. */
const workflowActions = (
  scope: Scope,
  { isActive }: Pick<Workflow, 'isActive'>,
  runnable: Runnable,
): WorkflowBase['Actions'] => {
  if (!hasGrant(scope, 'workflows:write')) return []
  if (isActive) return ['edit', 'copy', 'deactivate']
  return hasSource(runnable) && runnable.hasActiveStep
    ? ['edit', 'copy', 'activate', 'delete']
    : ['edit', 'copy', 'delete']
}

export const presentBase = (scope: Scope, workflow: Workflow, runnable: Runnable): WorkflowBase => ({
  WorkflowId: workflow.id,
  AuditId: workflow.auditId,
  Name: workflow.name,
  Actions: workflowActions(scope, workflow, runnable),
})

/** A new workflow with its defaults. */
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
export interface WorkflowParts extends Runnable {
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
  if (pausedAt) return `Paused: ${pausedReason} Fix the cause, then switch the workflow on again.`
  if (!hasSource(parts)) return 'Add a group that contacts enter by.'
  if (!parts.hasActiveStep) return 'Add a step.'
  return null
}
