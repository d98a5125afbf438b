import { cleanHtml } from '#kernel/html/clean-html'
import { renderLiquid } from '#kernel/templates/liquid'
import { TemplateFault } from '#kernel/templates/template-fault'
import { oneLine } from '../address.ts'
import { plainText } from './plain-text.ts'

/** The texts of a template. */
export interface TemplateTexts {
  subject: string
  html: string
  /** Null: derived from the HTML. */
  text: string | null
}

/** The contents of a mail. */
export interface MailVariables {
  organization: { name: string }
  to: { name: string | null; address: string }
  unsubscribe_url: string | null
  [name: string]: unknown
}

export interface WrittenMail {
  subject: string
  /** A complete document. */
  html: string
  text: string
}

/** A rendered mail without the frame of the document. */
export interface MailParts {
  subject: string
  /** Sanitized HTML. */
  body: string
  text: string
}

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
  const body = cleanHtml(renderLiquid('Layout', layoutHtml, 'html', { ...variables, subject, content }))
  return { subject, body, text: textOf(template, body, variables, signature) }
}

/** Returns the mail as it is sent. @param track transforms the sanitized HTML; the text part is not affected. */
export const mailOf = (
  { subject, body, text }: MailParts,
  track: (html: string) => string = (html) => html,
): WrittenMail => ({ subject, html: documentOf(subject, track(body)), text })

const textOf = ({ text }: TemplateTexts, html: string, variables: MailVariables, signature: string): string => {
  if (text === null) return plainText(html)
  const { unsubscribe_url, organization } = variables
  const way = unsubscribe_url === null ? '' : `\n\n-- \n${organization.name}\nUnsubscribe: ${unsubscribe_url}`
  const signed = signature === '' ? '' : `\n\n${plainText(signature)}`
  return `${renderLiquid('Text', text, 'text', variables).trim()}${signed}${way}`
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
