// Only the thread loads the libraries of this file.
import { LAYOUT_KEY } from '#services/mail/built-in/layout'
import type { MailParts, MailVariables, TemplateTexts } from '#services/mail/rendering/mail-parts'
import { writeMail } from '#services/mail/rendering/write-mail'
import { checkLiquid, listUnknownVariables } from '#services/templates/liquid'
import { TemplateFault } from '#services/templates/template-fault'
import { templateProblem } from '#services/templates/template-problem'
import { type TemplateDraft, variablesOf } from './templates.model.ts'

/**
 * Renders a draft as a mail, in the thread. A draft of the layout is rendered with a sample mail inside.
 *
 * @throws 422 template-fault with line and column of each fault.
 */
export const renderDraft = (draft: TemplateDraft, layoutHtml: string, variables: MailVariables): MailParts => {
  requireValid(draft)
  try {
    return draft.key === LAYOUT_KEY
      ? writeMail({ subject: draft.subject, html: SAMPLE, text: null }, draft.html, variables)
      : writeMail(draft, layoutHtml, variables)
  } catch (error) {
    throw error instanceof TemplateFault ? templateProblem([error]) : error
  }
}

const SAMPLE = '<p>Dear {{ to.name }},</p><p>the text of the mail appears here.</p>'

const requireValid = ({ subject, html, text }: TemplateTexts): void => {
  const faults = [
    checkLiquid('Subject', subject, 'text'),
    checkLiquid('Html', html, 'html'),
    text === null ? null : checkLiquid('Text', text, 'text'),
  ].filter((fault) => fault !== null)
  if (faults.length > 0) throw templateProblem(faults)
}

/** Returns the variables that a valid draft uses and that have no value. */
export const listUnknownNames = ({ key, subject, html, text }: TemplateDraft): string[] => {
  const known = variablesOf(key).map(({ name }) => name)
  return [...new Set([subject, html, text ?? ''].flatMap((part) => listUnknownVariables(part, known)))].sort()
}
