import type { FastifyPluginAsync } from 'fastify'
import { operations as own } from '#contract/work/projects'
import { operations as documented } from '#contract/work/tasks'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord, serveRow, serveSavedRecord } from '#kernel/http/serve-forms'
import { createProjectFromTemplate } from './template-projects.service.ts'
import { presentTemplate, presentTemplateItem, presentTemplateMilestone } from './templates.presenter.ts'
import { getTemplate, listTemplates } from './templates.queries.ts'
import { deleteTemplate, deleteTemplateMilestone, saveTemplate, saveTemplateMilestone } from './templates.service.ts'

/** Serves templates of projects, with their milestones and tasks. */
export const projectTemplates: FastifyPluginAsync = async (app) => {
  serve(app, own.listProjectTemplates, async ({ scope }) => (await listTemplates(scope)).map(presentTemplateItem))

  serveRecord(
    app,
    own.getProjectTemplate,
    (scope, { params }) => getTemplate(scope, params.projecttemplateid),
    presentTemplate,
  )

  serveSavedRecord(
    app,
    own.saveProjectTemplate,
    (scope, { params, body, expected }) => saveTemplate(scope, params.projecttemplateid, body, expected),
    presentTemplate,
  )

  serveDelete(app, own.deleteProjectTemplate, (scope, { params, expected }) =>
    deleteTemplate(scope, params.projecttemplateid, expected),
  )

  serveRow(app, own.createProjectFromTemplate, (scope, { params, body }) =>
    createProjectFromTemplate(scope, params.projecttemplateid, body),
  )

  serve(app, documented.lookupTemplateMilestones, async ({ scope, params }) => {
    const { milestones } = await getTemplate(scope, params.projecttemplateid)
    return presentChoices(milestones)
  })

  serveSavedRecord(
    app,
    documented.saveTemplateMilestone,
    (scope, { body, expected }) => saveTemplateMilestone(scope, body, expected),
    presentTemplateMilestone,
  )

  serveDelete(app, own.deleteTemplateMilestone, (scope, { params, expected }) =>
    deleteTemplateMilestone(scope, params.projecttemplatemilestoneid, expected),
  )
}
