import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/mail'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveList } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { templateList } from './templates.listing.ts'
import { presentTemplate } from './templates.presenter.ts'
import { getTemplate, isTemplateInUse, previewTemplate } from './templates.queries.ts'
import { deleteTemplate, resetTemplate, saveTemplate } from './templates.service.ts'

export const mailTemplates: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listMailTemplates, templateList, parseListQuery)

  serve(app, operations.getMailTemplate, async ({ scope, params }, reply) => {
    const template = await getTemplate(scope, params.templateId)
    sendVersion(reply, template.auditId)
    return presentTemplate(scope, template, await isTemplateInUse(scope, template))
  })

  serve(app, operations.saveMailTemplate, async (request, reply) => {
    const { scope, params, body } = request
    const template = await saveTemplate(scope, params.templateId, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, template.auditId)
    return presentTemplate(scope, template, await isTemplateInUse(scope, template))
  })

  serve(app, operations.resetMailTemplate, async (request, reply) => {
    const { scope, params, body } = request
    const template = await resetTemplate(scope, params.templateId, expectedVersion(request, body.AuditId))
    sendVersion(reply, template.auditId)
    return presentTemplate(scope, template, await isTemplateInUse(scope, template))
  })

  serveDelete(app, operations.deleteMailTemplate, (scope, { params, expected }) =>
    deleteTemplate(scope, params.templateId, expected),
  )

  serve(app, operations.previewMailTemplate, ({ scope, params, body }) =>
    previewTemplate(scope, params.templateId, body),
  )
}
