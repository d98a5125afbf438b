import { type FieldFault, Problem } from '#kernel/errors/problem'
import { COMMON_VARIABLES, type TemplateVariable } from '#kernel/mail/built-in/built-in-template'
import { builtInTemplate } from '#kernel/mail/built-in/built-in-templates'
import { LAYOUT_KEY } from '#kernel/mail/built-in/layout'
import { OWN_VARIABLES } from '#kernel/mail/built-in/own-template'
import { checkLiquid, unknownVariables } from '#kernel/mail/rendering/liquid'
import { TemplateFault } from '#kernel/mail/rendering/template-fault'
import { type MailVariables, type TemplateTexts, type WrittenMail, writeMail } from '#kernel/mail/rendering/write-mail'

/** A template's texts, and which of the product's mails it is for. */
export interface Draft extends TemplateTexts {
  key: string | null
}

/** What a template of a key may show, or one without. */
export const variablesOf = (key: string | null): readonly TemplateVariable[] => [
  ...COMMON_VARIABLES,
  ...(key === null ? OWN_VARIABLES : (builtInTemplate(key)?.variables ?? [])),
]

/** Samples in place of what a mail is filled with: `{ membership: { ends_on: '2027-01-31' } }`. */
export const samplesOf = (key: string | null): MailVariables => {
  const samples: Record<string, unknown> = {}
  for (const { name, sample } of variablesOf(key)) {
    const [last = '', ...path] = name.split('.').reverse()
    const place = path.reverse().reduce<Record<string, unknown>>((within, step) => {
      within[step] ??= {}
      return within[step] as Record<string, unknown>
    }, samples)
    place[last] = sample
  }
  return samples as MailVariables
}

/**
 * Writes a mail by a draft: that of a layout around a sample.
 *
 * @throws 422 template-fault, naming line and column of each fault.
 */
export const tryTemplate = (draft: Draft, layoutHtml: string, variables: MailVariables): WrittenMail => {
  assertReadable(draft)
  try {
    return draft.key === LAYOUT_KEY
      ? writeMail({ subject: draft.subject, html: SAMPLE, text: null }, draft.html, variables)
      : writeMail(draft, layoutHtml, variables)
  } catch (error) {
    throw error instanceof TemplateFault ? templateFault([error]) : error
  }
}

const SAMPLE = '<p>Dear {{ to.name }},</p><p>here the mail itself will stand.</p>'

const assertReadable = ({ subject, html, text }: TemplateTexts): void => {
  const faults = [
    checkLiquid('Subject', subject, 'text'),
    checkLiquid('Html', html, 'html'),
    text === null ? null : checkLiquid('Text', text, 'text'),
  ].filter((fault) => fault !== null)
  if (faults.length > 0) throw templateFault(faults)
}

/** Names that a readable draft uses and nobody fills. */
export const unknownNames = ({ key, subject, html, text }: Draft): string[] => {
  const known = variablesOf(key).map(({ name }) => name)
  return [...new Set([subject, html, text ?? ''].flatMap((part) => unknownVariables(part, known)))].sort()
}

const templateFault = (faults: readonly TemplateFault[]): Problem =>
  new Problem(422, 'template-fault', 'The template cannot be read or filled.', { errors: faults.map(fieldFault) })

/** The layout's text is its Html. */
const fieldFault = ({ part, line, column, what }: TemplateFault): FieldFault => ({
  pointer: part === 'Layout' ? '/Html' : `/${part}`,
  message: `line ${line}, column ${column}: ${what}`,
})
