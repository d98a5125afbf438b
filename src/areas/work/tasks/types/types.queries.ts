import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProjectType, TaskType } from '#prisma/client'
import { projectTypeEvents, taskTypeEvents } from '../tasks.events.ts'

export const taskTypeKind: RecordKind<TaskType> = {
  entity: 'tasktype',
  noun: 'type of tasks',
  table: 'task_type',
  events: taskTypeEvents,
  find: (tx, key) => tx.taskType.findFirst({ where: { ...key } }),
}

/** Returns one type of tasks. @throws 404. */
export const getTaskType = (scope: Scope, id: number): Promise<TaskType> => getRecord(scope, taskTypeKind, id)

/** Lists the types by kind and name. */
export const listTaskTypes = ({ db }: Scope, { activeOnly = false } = {}): Promise<TaskType[]> =>
  db.prisma.taskType.findMany({
    where: { tenantId: db.tenantId, ...(activeOnly && { isActive: true }) },
    orderBy: [{ kindId: 'asc' }, { nameKey: 'asc' }, { id: 'asc' }],
  })

export const projectTypeKind: RecordKind<ProjectType> = {
  entity: 'projecttype',
  noun: 'project type',
  table: 'project_type',
  events: projectTypeEvents,
  find: (tx, key) => tx.projectType.findFirst({ where: { ...key } }),
}

/** Returns one project type. @throws 404. */
export const getProjectType = (scope: Scope, id: number): Promise<ProjectType> => getRecord(scope, projectTypeKind, id)

/** Lists the project types by name. */
export const listProjectTypes = ({ db }: Scope): Promise<ProjectType[]> =>
  db.prisma.projectType.findMany({ where: { tenantId: db.tenantId }, orderBy: [{ nameKey: 'asc' }, { id: 'asc' }] })
