import type { FastifyPluginAsync } from 'fastify'
import { operations as own } from '#contract/work/projects'
import { operations as documented } from '#contract/work/tasks'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { presentMilestone } from '../projects/projects.presenter.ts'
import { getMilestone, listMilestones } from './milestones.queries.ts'
import { deleteMilestone, saveMilestone } from './milestones.service.ts'

/** The milestones of projects. */
export const milestones: FastifyPluginAsync = async (app) => {
  serve(app, own.listMilestones, ({ scope, params }) => listMilestones(scope, params.projectid))

  serve(app, documented.lookupMilestones, async ({ scope, params }) => {
    const found = await listMilestones(scope, params.projectid)
    return presentChoices(found.map(({ ProjectMilestoneId, Name }) => ({ id: ProjectMilestoneId, name: Name ?? '' })))
  })

  serve(app, own.getMilestone, async ({ scope, params }, reply) => {
    const milestone = await getMilestone(scope, params.projectmilestoneid)
    sendVersion(reply, milestone.auditId)
    return presentMilestone(milestone)
  })

  serve(app, documented.saveMilestone, async (request, reply) => {
    const milestone = await saveMilestone(request.scope, request.body, expectedIfMatch(request))
    sendVersion(reply, milestone.auditId)
    return presentMilestone(milestone)
  })

  serve(app, own.deleteMilestone, async (request) => {
    await deleteMilestone(request.scope, request.params.projectmilestoneid, expectedIfMatch(request))
    return {}
  })
}
