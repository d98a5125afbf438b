import { type Html, html, joinHtml } from '../pages/html.ts'

/** Returns a description as markup: texts between backquotes are code. */
export const prose = (text: string): Html =>
  joinHtml(text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)))

/** Returns a description of several paragraphs. */
export const paragraphs = (text: string): Html =>
  joinHtml(text.split(/\n\s*\n/).map((part) => html`<p>${prose(part)}</p>`))
