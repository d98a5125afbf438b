import { oneLine } from '#kernel/text/mail-address'
import { cleanHtml } from '#services/html/clean-html'
import { nestsTooDeep } from '#services/html/nested-tags'
import { renderLiquid } from '#services/templates/liquid'
import { TemplateFault } from '#services/templates/template-fault'
import type { MailParts, MailVariables, TemplateTexts } from './mail-parts.ts'
import { plainText } from './plain-text.ts'

/**
 * Renders template and layout. Values are escaped, and the result is sanitized by an allow list (no script, no form,
 * nothing loaded except images by https), even where the template uses `raw`. It can take a second: run it in the thread.
 *
 * @param signature sanitized HTML that follows the text of the template. It is not a template itself.
 * @throws TemplateFault
 */
export const writeMail = (
  template: TemplateTexts,
  layoutHtml: string,
  variables: MailVariables,
  signature = '',
): MailParts => {
  const subject = oneLine(renderLiquid('Subject', template.subject, 'text', variables), 300)
  if (subject === '') throw new TemplateFault('Subject', 'comes out empty')
  const text = renderLiquid('Html', template.html, 'html', variables)
  const content = signature === '' ? text : `${text}<div style="margin-top: 24px">${signature}</div>`
  const page = renderLiquid('Layout', layoutHtml, 'html', { ...variables, subject, content })
  if (nestsTooDeep(page)) throw new TemplateFault(nestsTooDeep(content) ? 'Html' : 'Layout', 'nests too many tags')
  const body = cleanHtml(page)
  return { subject, body, text: textOf(template, body, variables, signature) }
}

const textOf = ({ text }: TemplateTexts, html: string, variables: MailVariables, signature: string): string => {
  if (text === null) return plainText(html)
  const { unsubscribe_url, organization } = variables
  const way = unsubscribe_url === null ? '' : `\n\n-- \n${organization.name}\nUnsubscribe: ${unsubscribe_url}`
  const signed = signature === '' ? '' : `\n\n${plainText(signature)}`
  return `${renderLiquid('Text', text, 'text', variables).trim()}${signed}${way}`
}
