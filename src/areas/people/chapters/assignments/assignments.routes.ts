import type { FastifyPluginAsync } from 'fastify'
import type { ChapterAssignment as Shown } from '#contract/people/chapters'
import { operations } from '#contract/people/chapters'
import { serve } from '#kernel/http/serve'
import type { ChapterAssignment } from '#prisma/client'
import { getAssignment } from './assignments.queries.ts'
import { assignByPostalCode } from './assignments.service.ts'

const presentAssignment = (run: ChapterAssignment): Shown => ({
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

// Contacts that are created during the run are processed too. Therefore only a completed run is at 100.
const percentOf = ({ status, contactCount, total }: ChapterAssignment): number => {
  if (status === 'completed') return 100
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * contactCount) / total))
}

/** Serves the assignment of contacts to chapters by postal code. */
export const chapterAssignments: FastifyPluginAsync = async (app) => {
  serve(app, operations.assignChaptersByPostalCode, async ({ scope }, reply) => {
    // This GET changes records: no cache may respond to it.
    reply.header('cache-control', 'no-store')
    return presentAssignment(await assignByPostalCode(scope))
  })

  serve(app, operations.getChapterAssignment, async ({ scope, params }) =>
    presentAssignment(await getAssignment(scope, params.jobid)),
  )
}
