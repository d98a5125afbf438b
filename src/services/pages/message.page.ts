import { html } from './html.ts'
import { page } from './layout.ts'

/**
 * Returns a page with only a message. Recipients of mails see some: the first page of the server would not help them.
 */
export const messagePage = (title: string, ...paragraphs: string[]): string =>
  page(title, html`<h1>${title}</h1>${paragraphs.map((text) => html`<p class="soft wrap">${text}</p>`)}`, {
    home: null,
  })
