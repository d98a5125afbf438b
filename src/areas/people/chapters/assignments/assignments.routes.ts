import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/chapters'
import { serve } from '#kernel/http/serve'
import { presentAssignment } from './assignments.presenter.ts'
import { getAssignment } from './assignments.queries.ts'
import { assignByPostalCode } from './assignments.service.ts'

/** The assignment of contacts to chapters by postal code. */
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
