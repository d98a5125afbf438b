export interface TemplateTexts {
  subject: string
  html: string
  /** Null: derived from the HTML. */
  text: string | null
}

export interface MailVariables {
  organization: { name: string }
  to: { name: string | null; address: string }
  unsubscribe_url: string | null
  /** The origin of links. */
  server_url?: string
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

/** Returns the mail as it is sent. @param track transforms the sanitized HTML; the text part is not affected. */
export const mailOf = (
  { subject, body, text }: MailParts,
  track: (html: string) => string = (html) => html,
): WrittenMail => ({ subject, html: documentOf(subject, track(body)), text })

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
