import type { MailTemplateEditInput } from '#contract/work/mail'
import { badInput } from '#kernel/errors/problem'
import { fold } from '#kernel/text/fold'
import { isVisible, oneLine } from '#kernel/text/one-line'
import type { MailTemplate } from '#prisma/client'
import { builtInTemplate } from '#services/mail/built-in/built-in-templates'
import { parseBuiltInVersion } from '#services/templates/mark-input'
import { markAfterSave } from '#services/templates/template-mark'
import { findBuiltInTexts, type MailTexts } from './templates.model.ts'

export type TemplateData = Omit<MailTemplate, 'tenantId' | 'id' | 'auditId'> & MailTexts

/** Parses a template. A field that is left out keeps its value; the key is set on creation only. @throws 400. */
export const parseTemplate = (input: MailTemplateEditInput, current: MailTemplate | null): TemplateData => {
  const name = oneLine(requireText(input, 'Name', current?.name))
  const key = current ? current.key : parseKey(input.Key ?? null)
  const texts = parseTexts(input, current)
  const builtIn = findBuiltInTexts(key)
  return {
    key,
    name,
    nameKey: fold(name),
    ...texts,
    description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
    ...markAfterSave(texts, current, builtIn, parseBuiltInVersion(input.BuiltInVersion, builtIn)),
  }
}

const parseTexts = (input: MailTemplateEditInput, current: MailTemplate | null): MailTexts => ({
  subject: requireText(input, 'Subject', current?.subject),
  html: requireText(input, 'Html', current?.html),
  text: (input.Text === undefined ? current?.text : input.Text) || null,
  category: (input.Category === undefined ? current?.category : input.Category) || null,
  isDesigned: input.IsDesigned ?? current?.isDesigned ?? false,
})

type RequiredTexts = Pick<MailTemplateEditInput, 'Name' | 'Subject' | 'Html'>

const requireText = (input: RequiredTexts, field: keyof RequiredTexts, current: string | undefined): string => {
  const value = input[field] === undefined ? current : input[field]
  if (!value || !isVisible(value)) throw badInput(`/${field}`, 'is required and must not be blank')
  return value
}

const parseKey = (key: string | null): string | null => {
  if (key !== null && !builtInTemplate(key)) throw badInput('/Key', 'must be the key of a built-in mail')
  return key
}
