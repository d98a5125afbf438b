import { performer } from '#kernel/threads/thread-task'
import { cleanDocument } from '#services/html/clean-html'
import { nestsTooDeep } from '#services/html/nested-tags'
import { listUnknownVariables, renderLiquid } from '#services/templates/liquid'
import { faultResult, TemplateFault } from '#services/templates/template-fault'
import { documentHtml } from './document-html.ts'
import { PAPERS } from './pdf/paper.ts'
import { writePdf } from './pdf/write-pdf.ts'
import { type DocumentInput, RENDER_DOCUMENT, type RenderedDocument } from './render-document.ts'

const render = (input: DocumentInput): RenderedDocument => {
  const { html, variables, variableNames, title, author, paperSize, createdAt } = input
  const page = renderLiquid('Html', html, 'html', variables)
  if (nestsTooDeep(page)) throw new TemplateFault('Html', 'nests too many tags')
  const body = cleanDocument(page)
  const { bytes, pageCount, unshown } = writePdf(body, PAPERS[paperSize], { title, author, createdAt })
  const unknownNames = [...new Set(listUnknownVariables(html, variableNames))].sort()
  return { html: documentHtml(title, body), pdf: bytes, pageCount, unknownNames, unshown }
}

export const documentTasks = [performer(RENDER_DOCUMENT, (input) => faultResult(() => render(input)))]
