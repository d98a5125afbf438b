import type { WorkflowEdit } from '#contract/work/workflows'
import type { Workflow } from '#prisma/client'
import { dailyOptions, scheduleOptionsJson, weeklyOptions } from '../schedule.model.ts'
import type { SourceRow } from '../workflows.queries.ts'

type ScheduleType = WorkflowEdit['SystemScheduleTypeId']

/** What a workflow is set to, as each of its documented shapes says it. */
export const presentSettings = (workflow: Workflow) => ({
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

/** A workflow as its form shows it. */
export const presentEdit = (workflow: Workflow, sources: SourceRow[]): WorkflowEdit => ({
  ...presentSettings(workflow),
  WorkflowSources: sources,
})
