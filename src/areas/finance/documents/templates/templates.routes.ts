import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/documents'
import { prefers } from '#kernel/http/accept'
import { dispositionOf } from '#kernel/http/file-name'
import { PlainContent, serve } from '#kernel/http/serve'
import { serveList, serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { documentTemplateList } from './templates.listing.ts'
import { presentTemplate } from './templates.presenter.ts'
import { getTemplate, previewTemplate } from './templates.queries.ts'
import { resetTemplate, saveTemplate } from './templates.service.ts'

export const documentTemplates: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listDocumentTemplates, documentTemplateList, parseListQuery)

  serveRecord(
    app,
    operations.getDocumentTemplate,
    (scope, { params }) => getTemplate(scope, params.documentTemplateId),
    (template, scope) => presentTemplate(scope, template),
  )

  serveSavedRecord(
    app,
    operations.saveDocumentTemplate,
    (scope, { params, body, expected }) => saveTemplate(scope, params.documentTemplateId, body, expected),
    (template, scope) => presentTemplate(scope, template),
  )

  serveSavedRecord(
    app,
    operations.resetDocumentTemplate,
    (scope, { params, expected }) => resetTemplate(scope, params.documentTemplateId, expected),
    (template, scope) => presentTemplate(scope, template),
  )

  serve(app, operations.previewDocumentTemplate, async ({ scope, params, body, headers }) => {
    const { name, html, pdf, pageCount, unknownNames, unshown } = await previewTemplate(
      scope,
      params.documentTemplateId,
      body,
    )
    if (prefers(headers.accept, 'application/pdf'))
      return new PlainContent('application/pdf', pdf, dispositionOf('inline', `${name}.pdf`))
    if (prefers(headers.accept, 'text/html')) return new PlainContent('text/html; charset=utf-8', html)
    return { Html: html, PageCount: pageCount, UnknownVariables: unknownNames, UnshownCharacters: unshown }
  })
}
