import type { ProjectMilestone as MilestoneShape } from '#contract/work/projects'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProjectMilestone } from '#prisma/client'
import { requireProject } from '../projects/projects.queries.ts'
import { milestoneListSql } from '../projects/projects.sql.ts'
import { milestoneEvents } from '../tasks.events.ts'

export const milestoneKind: RecordKind<ProjectMilestone> = {
  entity: 'milestone',
  table: 'project_milestone',
  events: milestoneEvents,
  find: (tx, key) => tx.projectMilestone.findFirst({ where: { ...key } }),
}

/** Lists the milestones of a project with their numbers of tasks. @throws 404 if the project does not exist. */
export const listMilestones = async (scope: Scope, projectId: number): Promise<MilestoneShape[]> => {
  await requireProject(scope, projectId)
  return scope.db.rows<MilestoneShape>(milestoneListSql(scope.db.tenantId, projectId))
}

/** Returns one milestone. @throws 404. */
export const getMilestone = (scope: Scope, id: number): Promise<ProjectMilestone> => getRecord(scope, milestoneKind, id)
