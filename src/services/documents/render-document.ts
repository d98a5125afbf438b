import type { Scope } from '#kernel/tenancy/scope'
import { inThread, ThreadOverrun } from '#kernel/threads/thread'
import { threadTask } from '#kernel/threads/thread-task'
import { type FaultResult, TemplateFault, thrownFault } from '#services/templates/template-fault'
import type { PaperSize } from './pdf/paper.ts'

/** What a document is made of. */
export interface DocumentInput {
  /** The Liquid of the template. */
  html: string
  variables: object
  /** The names of all variables. */
  variableNames: readonly string[]
  title: string
  /** The organization that issues it. */
  author: string
  paperSize: PaperSize
  createdAt: Date
}

export interface RenderedDocument {
  /** The complete document, sanitized. */
  html: string
  pdf: Uint8Array
  pageCount: number
  /** Variables that the template uses and that do not exist. */
  unknownNames: string[]
  /** The characters that the PDF shows as boxes, because no font has them. */
  unshown: string[]
}

export const RENDER_DOCUMENT = threadTask<DocumentInput, FaultResult<RenderedDocument>>('render-document')

/** Renders a document as HTML and PDF in the thread. @throws TemplateFault */
export const renderDocument = async (scope: Pick<Scope, 'tenant'>, input: DocumentInput): Promise<RenderedDocument> => {
  const result = await inThread(scope, RENDER_DOCUMENT, input).catch((error) => {
    throw error instanceof ThreadOverrun ? TemplateFault.slow('Html') : error
  })
  return thrownFault(result)
}
