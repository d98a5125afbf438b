import { type Html, html } from '#services/pages/html'
import { page } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import { timeText } from '#services/pages/times'
import type { StaffSeat } from '../seats.ts'

const PAGES = [
  ['/account', 'Your account'],
  ['/account/password', 'Password'],
  ['/account/email', 'Email address'],
  ['/account/second-factor', 'Second factor'],
  ['/account/sessions', 'Sessions'],
  ['/account/apps', 'Applications'],
] as const

export interface AccountPage {
  path: (typeof PAGES)[number][0]
  title?: string
  content: Html
  script?: string
  /** The time zone of the times on the page, which it then names. */
  timeZone?: string
}

/** Returns a page below /account: the links to the others, and its content. */
export const accountLayout = ({ path, title, content, script, timeZone }: AccountPage): string =>
  page(
    title ?? PAGES.find(([own]) => own === path)?.[1] ?? '',
    html`${tabs(path)}
${content}${timeZone !== undefined && html`<p class="soft small">Times are in the time zone ${timeZone}.</p>`}`,
    { isForm: true, home: '/console', ...(script !== undefined && { script }) },
  )

const tabs = (path: string): Html =>
  html`<nav aria-label="Account"><ul class="tabs">${PAGES.map(
    ([address, name]) =>
      html`<li><a href="${address}" ${address === path && html`aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>`

/** Returns the time zone of a person: that of its first organization; UTC without one. */
export const zoneOf = (seats: readonly Pick<StaffSeat, 'timeZone'>[]): string => seats[0]?.timeZone ?? 'UTC'

export const timeOf = (at: Date, timeZone: string): Html =>
  html`<time datetime="${at.toISOString()}">${timeText(at, 'minute', timeZone)}</time>`

/** Returns the notice of what the last form did. Screen readers announce it. */
export const done = (notice: Notice | undefined): Html | undefined =>
  notice && html`<p class="note wrap" role="status">${notice.text}</p>`
