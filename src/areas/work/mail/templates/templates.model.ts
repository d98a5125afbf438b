import { type FieldFault, Problem } from '#kernel/errors/problem'
import { COMMON_VARIABLES, type TemplateVariable } from '#kernel/mail/built-in/built-in-template'
import { builtInTemplate } from '#kernel/mail/built-in/built-in-templates'
import { LAYOUT_KEY } from '#kernel/mail/built-in/layout'
import { OWN_VARIABLES } from '#kernel/mail/built-in/own-template'
import { type MailParts, type MailVariables, type TemplateTexts, writeMail } from '#kernel/mail/rendering/write-mail'
import { checkLiquid, unknownVariables } from '#kernel/templates/liquid'
import { TemplateFault } from '#kernel/templates/template-fault'

/** The texts of a template, and the key of the built-in mail that it is for; null: a mail of the tenant's own. */
export interface TemplateDraft extends TemplateTexts {
  key: string | null
}

/** The variables of a template with this key. */
export const variablesOf = (key: string | null): readonly TemplateVariable[] => [
  ...COMMON_VARIABLES,
  ...(key === null ? OWN_VARIABLES : (builtInTemplate(key)?.variables ?? [])),
]

/** Sample values of the variables: `{ membership: { ends_on: '2027-01-31' } }`. */
export const samplesOf = (key: string | null): MailVariables => {
  const samples: Record<string, unknown> = {}
  for (const { name, sample } of variablesOf(key)) {
    const [last = '', ...path] = name.split('.').reverse()
    const parent = path.reverse().reduce<Record<string, unknown>>((within, step) => {
      within[step] ??= {}
      return within[step] as Record<string, unknown>
    }, samples)
    parent[last] = sample
  }
  return samples as MailVariables
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
    throw error instanceof TemplateFault ? templateFault([error]) : error
  }
}

const SAMPLE = '<p>Dear {{ to.name }},</p><p>the text of the mail appears here.</p>'

const assertValid = ({ subject, html, text }: TemplateTexts): void => {
  const faults = [
    checkLiquid('Subject', subject, 'text'),
    checkLiquid('Html', html, 'html'),
    text === null ? null : checkLiquid('Text', text, 'text'),
  ].filter((fault) => fault !== null)
  if (faults.length > 0) throw templateFault(faults)
}

/** The variables that a valid draft uses and that have no value. */
export const unknownNames = ({ key, subject, html, text }: TemplateDraft): string[] => {
  const known = variablesOf(key).map(({ name }) => name)
  return [...new Set([subject, html, text ?? ''].flatMap((part) => unknownVariables(part, known)))].sort()
}

export const templateFault = (faults: readonly TemplateFault[]): Problem =>
  new Problem(422, 'template-fault', 'The template cannot be parsed or rendered.', { errors: faults.map(fieldFault) })

/** A fault of the layout is a fault of its Html. */
const fieldFault = ({ part, line, column, what }: TemplateFault): FieldFault => ({
  pointer: part === 'Layout' ? '/Html' : `/${part}`,
  message: `line ${line}, column ${column}: ${what}`,
})
