import type { WorkflowEdit } from '#contract/work/workflows'
import type { Workflow } from '#prisma/client'
import { dailyOptions, scheduleOptionsJson, weeklyOptions } from './schedule.model.ts'
import type { SourceRow } from './workflows.sql.ts'

type ScheduleType = WorkflowEdit['SystemScheduleTypeId']

/** The fields that the documented shapes of a workflow have in common. */
export const settingsOf = (workflow: Workflow) => ({
  WorkflowId: workflow.id,
  Name: workflow.name || null,
  Description: workflow.description,
  SystemScheduleTypeId: (workflow.id === 0 ? null : String(workflow.scheduleTypeId)) as ScheduleType,
  DailyScheduleOptions: dailyOptions(workflow),
  WeeklyScheduleOptions: weeklyOptions(workflow),
  IsActive: workflow.isActive,
  AllowRepeatedSteps: workflow.allowRepeatedSteps,
  AllowReEntry: workflow.allowReEntry,
  AuditId: workflow.auditId,
  TenantId: workflow.tenantId,
  ScheduleOptionsJson: scheduleOptionsJson(workflow),
})

/** The shape of a workflow for editing, which webhooks send as well. */
export const editOf = (workflow: Workflow, sources: readonly SourceRow[]): WorkflowEdit => ({
  ...settingsOf(workflow),
  WorkflowSources: [...sources],
})
