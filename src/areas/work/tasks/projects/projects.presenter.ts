import type { ProjectType as ProjectTypeShape } from '#contract/work/projects'
import type { Milestone } from '#contract/work/tasks'
import type { ProjectMilestone, ProjectType } from '#prisma/client'

export const presentProjectType = ({ id, auditId, name }: ProjectType): ProjectTypeShape => ({
  ProjectTypeId: id,
  AuditId: auditId,
  Name: name,
})

export const presentMilestone = ({ id, tenantId, projectId, name }: ProjectMilestone): Milestone => ({
  Id: id,
  ProjectMilestoneId: id,
  TenantId: tenantId,
  ProjectId: projectId,
  Name: name,
})
