import { type Html, html } from '#kernel/pages/html'
import { page } from '#kernel/pages/layout'

const PAGES = [
  ['/account', 'Your account'],
  ['/account/password', 'Password'],
  ['/account/second-factor', 'Second factor'],
  ['/account/sessions', 'Sessions'],
  ['/account/apps', 'Applications'],
] as const

export interface AccountPage {
  path: (typeof PAGES)[number][0]
  title?: string
  content: Html
  script?: string
}

/** A page below /account: the links to the others, and its content. */
export const accountLayout = ({ path, title, content, script }: AccountPage): string =>
  page(
    title ?? PAGES.find(([own]) => own === path)?.[1] ?? '',
    html`<nav aria-label="Account"><ul class="tabs">${PAGES.map(
      ([address, name]) =>
        html`<li><a href="${address}" ${address === path && html`aria-current="page"`}>${name}</a></li>`,
    )}</ul></nav>
${content}`,
    { isForm: true, ...(script !== undefined && { script }) },
  )

/** A time to the minute. */
export const timeOf = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

/** Screen readers announce what was done. */
export const done = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<p class="note" role="status">${text}</p>`
