import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/chapters'
import { serve } from '#kernel/http/serve'
import { presentAssignment } from './assignments.presenter.ts'
import { getAssignment } from './assignments.queries.ts'
import { assignByPostalCode } from './assignments.service.ts'

/** The assignment by postal code. */
export const assignmentRoutes = (app: FastifyInstance): void => {
  serve(app, operations.assignChaptersByPostalCode, async ({ scope }, reply) => {
    // A GET that changes records.
    reply.header('cache-control', 'no-store')
    return presentAssignment(await assignByPostalCode(scope))
  })

  serve(app, operations.getChapterAssignment, async ({ scope, params }) =>
    presentAssignment(await getAssignment(scope, params.jobid)),
  )
}
