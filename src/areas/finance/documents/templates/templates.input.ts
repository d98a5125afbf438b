import type { DocumentTemplateEditInput } from '#contract/finance/documents'
import { badInput } from '#kernel/errors/problem'
import { isVisible } from '#kernel/text/one-line'
import type { DocumentTemplate } from '#prisma/client'
import { parseBuiltInVersion } from '#services/templates/mark-input'
import { markAfterSave } from '#services/templates/template-mark'
import { builtInOf } from './templates.model.ts'

export type DocumentTemplateData = Pick<DocumentTemplate, 'html' | 'paperSize' | 'builtInVersion' | 'isEdited'>

/** Parses a template. A field that is left out keeps its value. @throws 400. */
export const parseTemplate = (input: DocumentTemplateEditInput, current: DocumentTemplate): DocumentTemplateData => {
  const html = input.Html === undefined ? current.html : input.Html
  if (html === null || !isVisible(html)) throw badInput('/Html', 'is required and must not be blank')
  const builtIn = builtInOf(current.key)
  const basis = parseBuiltInVersion(input.BuiltInVersion, builtIn)
  const { builtInVersion, isEdited } = markAfterSave({ html }, current, builtIn, basis)
  return {
    html,
    paperSize: input.PaperSize === undefined ? current.paperSize : input.PaperSize,
    builtInVersion: builtInVersion ?? builtIn.version,
    isEdited,
  }
}
