import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import type { ListedSession } from '../sign-in/sessions.ts'
import { timeOf } from './account-layout.ts'
import { browserName } from './browser-name.ts'

export interface SessionListView {
  sessions: readonly ListedSession[]
  /** The session of this browser. */
  sessionId: number
  formToken: string
  timeZone: string
  /** The address of the page, and that of the sign-out. */
  paths: { sessions: string; signOut: string }
}

/** Shows the sessions of a person, each with a button that ends it. */
export const sessionList = (view: SessionListView): Html => {
  const { sessions, sessionId, formToken, paths } = view
  const others = sessions.filter(({ id }) => id !== sessionId)
  return html`${sessions.map((session) => sessionBox(session, view))}
${
  others.length > 1 &&
  html`<form method="post" action="${paths.sessions}">${hidden('form', formToken)}${hidden('session', 'others')}
<button type="submit">End all other sessions</button></form>`
}`
}

const sessionBox = (
  { id, userAgent, address, createdAt, lastUsedAt }: ListedSession,
  { sessionId, formToken: token, timeZone, paths }: SessionListView,
): Html => {
  const isOwn = id === sessionId
  return html`<div class="account"><div><strong>${browserName(userAgent)}</strong>${isOwn && html` <span class="badge">This browser</span>`}<br>
<span class="soft">${address ?? 'Unknown address'}, last used ${timeOf(lastUsedAt, timeZone)}, signed in ${timeOf(createdAt, timeZone)}</span></div>
${
  isOwn
    ? html`<form method="post" action="${paths.signOut}">${hidden('form', token)}<button class="link-button" type="submit">Sign out</button></form>`
    : html`<form method="post" action="${paths.sessions}">${hidden('form', token)}${hidden('session', String(id))}<button class="link-button" type="submit" aria-label="End the session of ${browserName(userAgent)}, ${address ?? ''}">End</button></form>`
}</div>`
}

const SESSION_ID = /^[1-9]\d{0,15}$/

/** Ends what a form of the list names: one session, or all others. Returns the notice for the person. */
export const endListed = async (
  sent: string | undefined,
  end: { one(id: number): Promise<boolean>; others(): Promise<unknown> },
): Promise<string> => {
  if (sent === 'others') {
    await end.others()
    return 'All other sessions have ended.'
  }
  const isEnded = sent !== undefined && SESSION_ID.test(sent) && (await end.one(Number(sent)))
  return isEnded ? 'The session has ended.' : 'The session had ended already.'
}
