import type { ProjectTemplate, ProjectTemplateListItem, TemplateTask } from '#contract/work/projects'
import type { TemplateMilestone } from '#contract/work/tasks'
import type { ProjectTemplateMilestone, ProjectTemplateTask } from '#prisma/client'
import type { CountedTemplate, WholeTemplate } from './templates.queries.ts'

export const presentTemplate = (template: WholeTemplate): ProjectTemplate => ({
  ProjectTemplateId: template.id,
  AuditId: template.auditId,
  Name: template.name,
  Description: template.description,
  ProjectTypeId: template.typeId,
  Milestones: template.milestones.map(({ id, name }) => ({ ProjectTemplateMilestoneId: id, Name: name })),
  Tasks: template.tasks.map((task) => presentTask(task, template.milestones)),
})

const presentTask = (task: ProjectTemplateTask, milestones: readonly ProjectTemplateMilestone[]): TemplateTask => ({
  Number: task.number,
  Name: task.name,
  Description: task.description,
  TaskTypeId: task.typeId,
  TaskPriorityId: task.priorityId,
  MilestoneName: milestones.find(({ id }) => id === task.milestoneId)?.name ?? null,
  StartDay: task.startDay,
  DueDay: task.dueDay,
  EstimatedHours: Number(task.estimatedHours),
  ParentNumber: task.parentNumber,
  DependentOnNumber: task.dependsOnNumber,
})

export const presentTemplateItem = ({
  id,
  auditId,
  name,
  typeId,
  _count,
}: CountedTemplate): ProjectTemplateListItem => ({
  ProjectTemplateId: id,
  AuditId: auditId,
  Name: name,
  ProjectTypeId: typeId,
  MilestoneCount: _count.milestones,
  TaskCount: _count.tasks,
})

export const presentTemplateMilestone = ({
  id,
  tenantId,
  templateId,
  name,
}: ProjectTemplateMilestone): TemplateMilestone => ({
  Id: id,
  ProjectTemplateMilestoneId: id,
  TenantId: tenantId,
  ProjectTemplateId: templateId,
  Name: name,
})
