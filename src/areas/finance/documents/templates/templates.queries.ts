import type { DocumentTemplatePreviewInput } from '#contract/finance/documents'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { DocumentTemplate } from '#prisma/client'
import { type BuiltInDocument, DOCUMENT_KEYS } from '#services/documents/built-in/built-in-document'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import { paperOfCountry } from '#services/documents/pdf/paper'
import { type RenderedDocument, renderDocument } from '#services/documents/render-document'
import { asTemplateProblem } from '#services/templates/template-problem'
import { samplesOf } from '#services/templates/template-variable'
import { documentTemplateEvents } from '../documents.events.ts'

/** Returns the built-in document of a stored key. */
export const builtInOf = (key: string): BuiltInDocument => {
  const known = DOCUMENT_KEYS.find((one) => one === key)
  if (!known) throw new Error(`There is no document ${key}`)
  return builtInDocuments[known]
}

export const documentTemplateKind: RecordKind<DocumentTemplate> = {
  entity: 'document-template',
  noun: 'template',
  table: 'document_template',
  events: documentTemplateEvents,
  find: (tx, { tenantId, id }) => tx.documentTemplate.findFirst({ where: { tenantId, id } }),
}

/** Returns a template. @throws 404. */
export const getTemplate = (scope: Scope, id: number): Promise<DocumentTemplate> =>
  getRecord(scope, documentTemplateKind, id)

/** The texts of a template that are rendered. */
export type TemplateDraft = Pick<DocumentTemplate, 'key' | 'html' | 'paperSize'>

/**
 * Renders a document with sample values, with the texts of the input instead of those that are saved.
 *
 * @throws 404, 422 template-fault.
 */
export const previewTemplate = async (
  scope: Scope,
  id: number,
  { Html, PaperSize }: DocumentTemplatePreviewInput,
): Promise<RenderedDocument & { name: string }> => {
  const { key, html, paperSize } = await getTemplate(scope, id)
  const rendered = await renderSample(scope, { key, html: Html ?? html, paperSize: PaperSize ?? paperSize })
  return { ...rendered, name: builtInOf(key).name }
}

/** Renders a draft with sample values. @throws 422 template-fault. */
export const renderSample = async (
  scope: Scope,
  { key, html, paperSize }: TemplateDraft,
): Promise<RenderedDocument> => {
  const { name, countryId } = scope.tenant
  const builtIn = builtInOf(key)
  const samples = samplesOf([...builtIn.variables, { name: 'organization.name', about: '', sample: name }])
  const input = {
    html,
    variables: samples,
    variableNames: builtIn.variables.map((variable) => variable.name),
    title: builtIn.name,
    author: name,
    createdAt: scope.clock.now(),
    paperSize: paperSize === 'A4' || paperSize === 'Letter' ? paperSize : paperOfCountry(countryId),
  }
  return renderDocument(scope, input).catch((error) => {
    throw asTemplateProblem(error)
  })
}
