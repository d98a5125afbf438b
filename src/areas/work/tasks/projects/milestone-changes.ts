import { recordChangesSql } from '#kernel/records/change-sql'
import type { Change } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ProjectMilestone } from '#prisma/client'
import { milestoneEvents } from './projects.events.ts'

/** What happens to a milestone, for history and subscribers. Its AuditId is the one that it has then. */
export const milestoneChange = (
  { id, auditId, name, projectId }: ProjectMilestone,
  action: 'created' | 'updated' | 'deleted',
): Change => ({
  entity: 'milestone',
  entityId: id,
  auditId,
  action,
  changes: { name, projectId },
  event: { kind: milestoneEvents[action], payload: { name, projectId } },
})

/** Writes history and events of any number of milestones in one statement. */
export const recordMilestones = async (scope: Scope, tx: Transaction, changes: readonly Change[]): Promise<void> => {
  if (changes.length > 0) await tx.$queryRaw(recordChangesSql(scope, changes))
}
