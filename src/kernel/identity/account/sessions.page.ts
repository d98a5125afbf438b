import { type Html, html } from '#kernel/pages/html'
import { hidden } from '#kernel/pages/layout'
import type { Notice } from '#kernel/pages/notice'
import type { ListedSession } from '../sign-in/sessions.ts'
import { accountLayout, done, timeOf } from './account-layout.ts'
import { browserName } from './browser-name.ts'

export interface SessionsView {
  sessions: readonly ListedSession[]
  /** The session of this browser. */
  sessionId: number
  formToken: string
  notice: Notice | undefined
  timeZone: string
}

/** Lists the sessions of a login, each with a button that ends it. */
export const sessionsPage = ({ sessions, sessionId, formToken, notice, timeZone }: SessionsView): string => {
  const others = sessions.filter(({ id }) => id !== sessionId)
  return accountLayout({
    path: '/account/sessions',
    timeZone,
    content: html`<h1>Where you are signed in</h1>
<p class="soft">End a session that you do not recognize, and change your password.</p>
${done(notice)}
${sessions.map((session) => sessionBox(session, { isOwn: session.id === sessionId, formToken, timeZone }))}
${
  others.length > 1 &&
  html`<form method="post" action="/account/sessions">${hidden('form', formToken)}${hidden('session', 'others')}
<button type="submit">End all other sessions</button></form>`
}`,
  })
}

const sessionBox = (
  { id, userAgent, address, createdAt, lastUsedAt }: ListedSession,
  { isOwn, formToken: token, timeZone }: { isOwn: boolean; formToken: string; timeZone: string },
): Html =>
  html`<div class="account"><div><strong>${browserName(userAgent)}</strong>${isOwn && html` <span class="badge">This browser</span>`}<br>
<span class="soft">${address ?? 'Unknown address'}, last used ${timeOf(lastUsedAt, timeZone)}, signed in ${timeOf(createdAt, timeZone)}</span></div>
${
  isOwn
    ? html`<form method="post" action="/sign-out">${hidden('form', token)}<button class="link-button" type="submit">Sign out</button></form>`
    : html`<form method="post" action="/account/sessions">${hidden('form', token)}${hidden('session', String(id))}<button class="link-button" type="submit" aria-label="End the session of ${browserName(userAgent)}, ${address ?? ''}">End</button></form>`
}</div>`
