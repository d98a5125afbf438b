import type { FastifyPluginAsync } from 'fastify'
import { operations as own } from '#contract/work/projects'
import { operations as documented } from '#contract/work/tasks'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { presentMilestone } from '../projects/projects.presenter.ts'
import { getMilestone, listMilestones } from './milestones.queries.ts'
import { deleteMilestone, saveMilestone } from './milestones.service.ts'

export const milestones: FastifyPluginAsync = async (app) => {
  serve(app, own.listMilestones, ({ scope, params }) => listMilestones(scope, params.projectid))

  serve(app, documented.lookupMilestones, async ({ scope, params }) => {
    const found = await listMilestones(scope, params.projectid)
    return presentChoices(found.map(({ ProjectMilestoneId, Name }) => ({ id: ProjectMilestoneId, name: Name ?? '' })))
  })

  serveRecord(
    app,
    own.getMilestone,
    (scope, { params }) => getMilestone(scope, params.projectmilestoneid),
    presentMilestone,
  )

  serveSavedRecord(
    app,
    documented.saveMilestone,
    (scope, { body, expected }) => saveMilestone(scope, body, expected),
    presentMilestone,
  )

  serveDelete(app, own.deleteMilestone, (scope, { params, expected }) =>
    deleteMilestone(scope, params.projectmilestoneid, expected),
  )
}
