import { cleanHtml } from '#kernel/html/clean-html'
import { oneLine } from '../address.ts'
import { renderLiquid } from './liquid.ts'
import { plainText } from './plain-text.ts'
import { TemplateFault } from './template-fault.ts'

/** A template's own texts. */
export interface TemplateTexts {
  subject: string
  html: string
  /** Null: made from the HTML. */
  text: string | null
}

/** What a mail shows. */
export interface MailVariables {
  organization: { name: string }
  to: { name: string | null; address: string }
  unsubscribe_url: string | null
  [name: string]: unknown
}

export interface WrittenMail {
  subject: string
  /** A whole document. */
  html: string
  text: string
}

/**
 * Fills template and layout. Values are escaped; what comes out is cleaned by allow list (no script, no form, nothing
 * loaded but images by https), whatever the template says raw.
 *
 * @param track what is done with the clean HTML; the text part knows nothing of it.
 * @throws TemplateFault
 */
export const writeMail = (
  template: TemplateTexts,
  layoutHtml: string,
  variables: MailVariables,
  track: (html: string) => string = (html) => html,
): WrittenMail => {
  const subject = oneLine(renderLiquid('Subject', template.subject, 'text', variables), 300)
  if (subject === '') throw new TemplateFault('Subject', 'comes out empty')
  const content = renderLiquid('Html', template.html, 'html', variables)
  const whole = cleanHtml(renderLiquid('Layout', layoutHtml, 'html', { ...variables, subject, content }))
  return { subject, html: documentOf(subject, track(whole)), text: textOf(template, whole, variables) }
}

const textOf = ({ text }: TemplateTexts, html: string, variables: MailVariables): string => {
  if (text === null) return plainText(html)
  const { unsubscribe_url, organization } = variables
  const way = unsubscribe_url === null ? '' : `\n\n-- \n${organization.name}\nUnsubscribe: ${unsubscribe_url}`
  return `${renderLiquid('Text', text, 'text', variables).trim()}${way}`
}

const documentOf = (subject: string, body: string): string => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</title>
</head>
<body style="margin: 0">${body}</body>
</html>
`
