import { COMMON_VARIABLES, type MailKind } from '#services/mail/built-in/built-in-template'
import { builtInTemplate } from '#services/mail/built-in/built-in-templates'
import { OWN_VARIABLES } from '#services/mail/built-in/own-template'
import type { MailVariables, TemplateTexts } from '#services/mail/rendering/mail-parts'
import type { BuiltInText } from '#services/templates/template-mark'
import { samplesOf, type TemplateVariable } from '#services/templates/template-variable'

/** The texts of a template, and the key of the built-in mail that it is for; null: a mail of the tenant's own. */
export interface TemplateDraft extends TemplateTexts {
  key: string | null
}

/** Returns the variables of a template with this key. */
export const variablesOf = (key: string | null): readonly TemplateVariable[] => [
  ...COMMON_VARIABLES,
  ...(key === null ? OWN_VARIABLES : (builtInTemplate(key)?.variables ?? [])),
]

/** Returns sample values of the variables. */
export const makeMailSamples = (key: string | null): MailVariables => samplesOf(variablesOf(key)) as MailVariables

/** Returns the kind of a template; those of the tenant's own are communications. */
export const kindOf = (key: string | null): MailKind =>
  (key === null ? undefined : builtInTemplate(key)?.kind) ?? 'communication'

/** The texts by which a template is compared with the built-in one. */
export interface MailTexts extends TemplateTexts {
  category: string | null
  isDesigned: boolean
}

/** Returns the built-in texts of a key; undefined for a template of the tenant's own. */
export const findBuiltInTexts = (key: string | null): (MailTexts & BuiltInText) | undefined => {
  const known = key === null ? undefined : builtInTemplate(key)
  if (!known) return undefined
  const { version, subject, html, category } = known
  return { version, subject, html, text: null, category, isDesigned: false }
}
