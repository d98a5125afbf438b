import type { Scope } from '#kernel/tenancy/scope'
import { oneLine } from '#kernel/text/mail-address'
import { inThread, ThreadOverrun } from '#kernel/threads/thread'
import { threadTask } from '#kernel/threads/thread-task'
import type { MailParts, MailVariables } from '#services/mail/rendering/mail-parts'
import { type FaultResult, TemplateFault } from '#services/templates/template-fault'
import { TOO_SLOW, templateProblem } from '#services/templates/template-problem'
import type { TemplateDraft } from './templates.model.ts'

interface DraftInput {
  draft: TemplateDraft
  layoutHtml: string
  variables: MailVariables
  /** Also finds the variables without a value. */
  isPreview: boolean
}

interface RenderedDraft {
  parts: MailParts
  unknownNames: string[]
}

/** Renders a template that is not saved. */
export const RENDER_DRAFT = threadTask<DraftInput, RenderedDraft>('render-draft')

/** Renders a text as the subject of a mail by a tenant's own template. */
export const RENDER_SUBJECT = threadTask<string, FaultResult<string>>('render-subject')

/** Renders a draft. @throws 422 template-fault. */
export const renderInThread = (scope: Scope, input: DraftInput): Promise<RenderedDraft> =>
  inThread(scope, RENDER_DRAFT, input).catch((error) => {
    throw error instanceof ThreadOverrun ? templateProblem([new TemplateFault('Html', TOO_SLOW)]) : error
  })

/** Finds the fault of a text as the subject of mails by a tenant's own template; null if it has none. */
export const findSubjectFault = async (scope: Scope, subject: string): Promise<string | null> => {
  const rendered = await inThread(scope, RENDER_SUBJECT, subject).catch((error) => {
    if (!(error instanceof ThreadOverrun)) throw error
    return { fault: { line: 1, column: 1, what: TOO_SLOW } }
  })
  if ('result' in rendered) return oneLine(rendered.result) === '' ? 'renders to an empty text' : null
  const { line, column, what } = rendered.fault
  return `line ${line}, column ${column}: ${what}`
}
