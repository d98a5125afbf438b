import { COMMON_VARIABLES, type MailKind } from '#kernel/mail/built-in/built-in-template'
import { builtInTemplate } from '#kernel/mail/built-in/built-in-templates'
import { LAYOUT_KEY } from '#kernel/mail/built-in/layout'
import { OWN_VARIABLES } from '#kernel/mail/built-in/own-template'
import { type MailParts, type MailVariables, type TemplateTexts, writeMail } from '#kernel/mail/rendering/write-mail'
import { checkLiquid, unknownVariables } from '#kernel/templates/liquid'
import { TemplateFault } from '#kernel/templates/template-fault'
import type { BuiltInText } from '#kernel/templates/template-mark'
import { templateProblem } from '#kernel/templates/template-problem'
import { samplesOf, type TemplateVariable } from '#kernel/templates/template-variable'

/** The texts of a template, and the key of the built-in mail that it is for; null: a mail of the tenant's own. */
export interface TemplateDraft extends TemplateTexts {
  key: string | null
}

/** The variables of a template with this key. */
export const variablesOf = (key: string | null): readonly TemplateVariable[] => [
  ...COMMON_VARIABLES,
  ...(key === null ? OWN_VARIABLES : (builtInTemplate(key)?.variables ?? [])),
]

/** Sample values of the variables. */
export const mailSamples = (key: string | null): MailVariables => samplesOf(variablesOf(key)) as MailVariables

/** The kind of a template; those of the tenant's own are communications. */
export const kindOf = (key: string | null): MailKind =>
  (key === null ? undefined : builtInTemplate(key)?.kind) ?? 'communication'

/** The texts by which a template is compared with the built-in one. */
export interface MailTexts extends TemplateTexts {
  category: string | null
  isDesigned: boolean
}

/** The built-in texts of a key; undefined for a template of the tenant's own. */
export const builtInTexts = (key: string | null): (MailTexts & BuiltInText) | undefined => {
  const known = key === null ? undefined : builtInTemplate(key)
  if (!known) return undefined
  const { version, subject, html, category } = known
  return { version, subject, html, text: null, category, isDesigned: false }
}

/**
 * Renders a draft as a mail, in the thread. A draft of the layout is rendered with a sample mail inside.
 *
 * @throws 422 template-fault with line and column of each fault.
 */
export const renderDraft = (draft: TemplateDraft, layoutHtml: string, variables: MailVariables): MailParts => {
  assertValid(draft)
  try {
    return draft.key === LAYOUT_KEY
      ? writeMail({ subject: draft.subject, html: SAMPLE, text: null }, draft.html, variables)
      : writeMail(draft, layoutHtml, variables)
  } catch (error) {
    throw error instanceof TemplateFault ? templateProblem([error]) : error
  }
}

const SAMPLE = '<p>Dear {{ to.name }},</p><p>the text of the mail appears here.</p>'

const assertValid = ({ subject, html, text }: TemplateTexts): void => {
  const faults = [
    checkLiquid('Subject', subject, 'text'),
    checkLiquid('Html', html, 'html'),
    text === null ? null : checkLiquid('Text', text, 'text'),
  ].filter((fault) => fault !== null)
  if (faults.length > 0) throw templateProblem(faults)
}

/** The variables that a valid draft uses and that have no value. */
export const unknownNames = ({ key, subject, html, text }: TemplateDraft): string[] => {
  const known = variablesOf(key).map(({ name }) => name)
  return [...new Set([subject, html, text ?? ''].flatMap((part) => unknownVariables(part, known)))].sort()
}
