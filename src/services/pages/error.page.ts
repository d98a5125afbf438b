import { html } from './html.ts'
import { page } from './layout.ts'
import { startPageOf } from './start-page.ts'

export interface ErrorView {
  title: string
  text: string
  /** For reports of the problem. */
  details?: string
  /** The address that was opened. */
  url: string
}

/** Returns a page that says what went wrong, and leads on to the first page of its folder. */
export const errorPage = ({ title, text, details, url }: ErrorView): string => {
  const start = startPageOf(url)
  return page(
    title,
    html`<h1>${title}</h1><p class="soft wrap">${text}</p>${details !== undefined && html`<p class="soft wrap">${details}</p>`}${
      start && html`<p><a href="${start.path}">${start.link}</a></p>`
    }`,
    { home: start?.path ?? null },
  )
}

export const problemErrorPage = (
  { status, message }: { status: number; message: string },
  { url, id }: { url: string; id: string },
): string => {
  const [title, text] = wordsOf(status, message)
  return errorPage({ title, text, url, ...(status >= 500 && { details: `Request ${id}` }) })
}

const wordsOf = (status: number, message: string): [title: string, text: string] => {
  if (status === 403) return ['That is not allowed', message]
  if (status === 413) return ['That is too large', message]
  if (status === 404) return ['There is nothing at this address', 'Check the address, or follow the link again.']
  if (status === 429) return ['Too many requests', 'Wait a minute, then try again.']
  if (status === 503) return ['Unavailable for a moment', 'The server is not available right now. Try again shortly.']
  if (status < 500) return ['That did not work', 'The request could not be read. Go back and try again.']
  return [
    'Something went wrong',
    'The server failed unexpectedly. Try again, and report the request number if the problem remains.',
  ]
}
