import type { ChapterAssignment as Shown } from '#contract/people/chapters'
import type { ChapterAssignment } from '#prisma/client'

export const presentAssignment = (run: ChapterAssignment): Shown => ({
  JobId: run.id,
  Status: run.status as Shown['Status'],
  Percent: percentOf(run),
  ContactCount: run.contactCount,
  AssignedCount: run.assignedCount,
  RemovedCount: run.removedCount,
  UnchangedCount: run.unchangedCount,
  UnmatchedCount: run.unmatchedCount,
  StartedDate: run.startedAt.toISOString(),
  FinishedDate: run.finishedAt?.toISOString() ?? null,
})

/** Contacts that are created during the run are processed too. Therefore only a completed run is at 100. */
const percentOf = ({ status, contactCount, total }: ChapterAssignment): number => {
  if (status === 'completed') return 100
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * contactCount) / total))
}
