import type { FastifyPluginAsync } from 'fastify'
import { operations as own } from '#contract/work/projects'
import { operations as documented } from '#contract/work/tasks'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { deleteTemplateMilestone, saveTemplateMilestone } from './template-milestones.service.ts'
import { createProjectFromTemplate } from './template-projects.service.ts'
import { presentTemplate, presentTemplateItem, presentTemplateMilestone } from './templates.presenter.ts'
import { getTemplate, listTemplates } from './templates.queries.ts'
import { deleteTemplate, saveTemplate } from './templates.service.ts'

/** Templates of projects, with their milestones and tasks. */
export const projectTemplates: FastifyPluginAsync = async (app) => {
  serve(app, own.listProjectTemplates, async ({ scope }) => (await listTemplates(scope)).map(presentTemplateItem))

  serve(app, own.getProjectTemplate, async ({ scope, params }, reply) => {
    const template = await getTemplate(scope, params.projecttemplateid)
    sendVersion(reply, template.auditId)
    return presentTemplate(template)
  })

  serve(app, own.saveProjectTemplate, async (request, reply) => {
    const { scope, params, body } = request
    const template = await saveTemplate(scope, params.projecttemplateid, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, template.auditId)
    return presentTemplate(template)
  })

  serve(app, own.deleteProjectTemplate, async (request) => {
    const { scope, params } = request
    await deleteTemplate(scope, params.projecttemplateid, expectedVersion(request, params.auditid))
    return {}
  })

  serve(app, own.createProjectFromTemplate, async ({ scope, params, body }, reply) =>
    sendVersionedRow(reply, await createProjectFromTemplate(scope, params.projecttemplateid, body)),
  )

  serve(app, documented.lookupTemplateMilestones, async ({ scope, params }) => {
    const { milestones } = await getTemplate(scope, params.projecttemplateid)
    return presentChoices(milestones)
  })

  serve(app, documented.saveTemplateMilestone, async (request, reply) => {
    const milestone = await saveTemplateMilestone(request.scope, request.body, expectedIfMatch(request))
    sendVersion(reply, milestone.auditId)
    return presentTemplateMilestone(milestone)
  })

  serve(app, own.deleteTemplateMilestone, async (request) => {
    await deleteTemplateMilestone(request.scope, request.params.projecttemplatemilestoneid, expectedIfMatch(request))
    return {}
  })
}
