import type { TaskTypeListItem, TaskType as TaskTypeShape } from '#contract/work/tasks'
import type { TaskType } from '#prisma/client'

type Kind = TaskTypeShape['SystemTaskTypeId']

export const presentTaskType = (type: TaskType): TaskTypeShape => ({
  TaskTypeId: type.id,
  AuditId: type.auditId,
  SystemTaskTypeId: String(type.kindId) as Kind,
  Name: type.name,
  Description: type.description,
  CssColor: type.cssColor,
  IsActive: type.isActive,
})

export const presentTaskTypeItem = (type: TaskType): TaskTypeListItem => ({
  TaskTypeId: type.id,
  SystemTaskTypeId: String(type.kindId) as Kind,
  Name: type.name,
  Description: type.description,
  CssColor: type.cssColor,
  IsActive: type.isActive,
})
