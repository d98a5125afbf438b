import { html } from '#services/pages/html'
import type { Notice } from '#services/pages/notice'
import { accountLayout, done } from './account-layout.ts'
import { type SessionListView, sessionList } from './session-list.ts'

export interface SessionsView extends Omit<SessionListView, 'paths'> {
  notice: Notice | undefined
}

const PATHS = { sessions: '/account/sessions', signOut: '/sign-out' } as const

/** Lists the sessions of a login, each with a button that ends it. */
export const sessionsPage = ({ notice, ...view }: SessionsView): string =>
  accountLayout({
    path: PATHS.sessions,
    timeZone: view.timeZone,
    content: html`<h1>Where you are signed in</h1>
<p class="soft">End a session that you do not recognize, and change your password.</p>
${done(notice)}
${sessionList({ ...view, paths: PATHS })}`,
  })
