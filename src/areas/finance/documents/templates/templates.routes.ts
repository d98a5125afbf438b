import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/documents'
import { prefers } from '#kernel/http/accept'
import { dispositionOf } from '#kernel/http/file-name'
import { PlainContent, serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { documentTemplateList } from './templates.listing.ts'
import { presentTemplate } from './templates.presenter.ts'
import { getTemplate, previewTemplate } from './templates.queries.ts'
import { resetTemplate, saveTemplate } from './templates.service.ts'

/** The templates of documents. */
export const documentTemplates: FastifyPluginAsync = async (app) => {
  serve(app, operations.listDocumentTemplates, (request, reply) =>
    sendList(request, reply, documentTemplateList, parseListQuery(request.query)),
  )

  serve(app, operations.getDocumentTemplate, async ({ scope, params }, reply) => {
    const template = await getTemplate(scope, params.documentTemplateId)
    sendVersion(reply, template.auditId)
    return presentTemplate(scope, template)
  })

  serve(app, operations.saveDocumentTemplate, async (request, reply) => {
    const { scope, params, body } = request
    const template = await saveTemplate(scope, params.documentTemplateId, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, template.auditId)
    return presentTemplate(scope, template)
  })

  serve(app, operations.resetDocumentTemplate, async (request, reply) => {
    const { scope, params, body } = request
    const template = await resetTemplate(scope, params.documentTemplateId, expectedVersion(request, body.AuditId))
    sendVersion(reply, template.auditId)
    return presentTemplate(scope, template)
  })

  serve(app, operations.previewDocumentTemplate, async ({ scope, params, body, headers }) => {
    const { name, html, pdf, pageCount, unknownNames } = await previewTemplate(scope, params.documentTemplateId, body)
    if (prefers(headers.accept, 'application/pdf'))
      return new PlainContent('application/pdf', pdf, dispositionOf('inline', `${name}.pdf`))
    if (prefers(headers.accept, 'text/html')) return new PlainContent('text/html; charset=utf-8', html)
    return { Html: html, PageCount: pageCount, UnknownVariables: unknownNames }
  })
}
