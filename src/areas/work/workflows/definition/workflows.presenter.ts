import type { WorkflowBase, WorkflowEdit, WorkflowGeneral } from '#contract/work/workflows'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import { presentSettings } from './workflow-edit.ts'
import type { SourceRow, WorkflowCounts } from './workflows.queries.ts'

/** What this caller may do to a workflow now. */
export const workflowActions = (scope: Scope, { isActive }: Pick<Workflow, 'isActive'>): WorkflowBase['Actions'] => {
  if (!hasGrant(scope, 'workflows:write')) return []
  return isActive ? ['edit', 'copy', 'deactivate'] : ['edit', 'copy', 'activate', 'delete']
}

export const presentBase = (scope: Scope, workflow: Workflow): WorkflowBase => ({
  WorkflowId: workflow.id,
  AuditId: workflow.auditId,
  Name: workflow.name,
  Actions: workflowActions(scope, workflow),
})

/** What a form for a new workflow starts from. */
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

/** All that a workflow is made of, as its general page shows it. */
export interface WorkflowParts {
  workflow: Workflow
  sources: SourceRow[]
  counts: WorkflowCounts
  /** Whether any step is done at all. */
  hasActiveStep: boolean
}

export const presentGeneral = (scope: Scope, parts: WorkflowParts): WorkflowGeneral => {
  const { workflow, sources, counts } = parts
  return {
    ...presentSettings(workflow),
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
    Actions: workflowActions(scope, workflow),
  }
}

/** What stands in the way of running it, in words for staff; null where nothing does. */
const instruction = ({ workflow, sources, hasActiveStep }: WorkflowParts): string | null => {
  if (workflow.pausedAt) return `Paused: ${workflow.pausedReason} Switch it on again when that is put right.`
  if (sources.every(({ IsAnti }) => IsAnti)) return 'Add a group that contacts enter by.'
  if (!hasActiveStep) return 'Add a step.'
  return null
}
