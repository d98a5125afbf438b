import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProjectType } from '#prisma/client'
import { projectTypeEvents } from '../projects/projects.events.ts'

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
